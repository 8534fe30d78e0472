using System.Diagnostics;
using Lowtide.Capture.Faults;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Faults;

/// <summary>What a fault gave, by the forks and faults before it.</summary>
public sealed class FamilyPagesTests
{
    private const int Master = 1, First = 2, Second = 3;

    private readonly FamilyPages _pages = new();

    public FamilyPagesTests()
    {
        _pages.Add(Master, own: [10, 11, 12, 500_000], shared: []);
    }

    [Fact]
    public void Whoever_writes_first_after_a_fork_copies_and_the_last_does_not()
    {
        _pages.Fork(Master, First);
        _pages.Fork(Master, Second);
        Assert.Equal(FaultKind.Copy, _pages.Fault(First, 10));
        Assert.Equal(FaultKind.Copy, _pages.Fault(Master, 10));
        Assert.Equal(FaultKind.Again, _pages.Fault(Second, 10));
        Assert.Equal(FaultKind.Again, _pages.Fault(First, 10));
    }

    [Fact]
    public void What_a_process_has_to_itself_it_has_again() => Assert.Equal(FaultKind.Again, _pages.Fault(Master, 500_000));

    [Fact]
    public void What_was_not_there_is_told_by_its_mapping()
    {
        _pages.Fork(Master, First);
        Assert.Null(_pages.Fault(First, 13));
        _pages.AddNew(First, 13);
        Assert.Equal(FaultKind.Again, _pages.Fault(First, 13));
        // At the same address the master's is another page.
        Assert.Null(_pages.Fault(Master, 13));
        Assert.Null(_pages.Fault(99, 10));
    }

    [Fact]
    public void What_a_worker_made_is_inherited_by_its_own_children_only()
    {
        _pages.Fork(Master, First);
        _pages.AddNew(First, 13);
        _pages.Fork(First, Second);
        Assert.Equal(FaultKind.Copy, _pages.Fault(Second, 13));
        Assert.Equal(FaultKind.Copy, _pages.Fault(Second, 11));
        Assert.Null(_pages.Fault(Master, 13));
    }

    /// <summary>A pid that begins anew, as by exec, has let go of all that it shared.</summary>
    [Fact]
    public void With_one_that_became_another_program_nothing_is_shared()
    {
        _pages.Fork(Master, First);
        _pages.Begin(First);
        Assert.Equal(FaultKind.Again, _pages.Fault(Master, 10));
        _pages.Fork(Master, First);
        _pages.Fork(Master, First);
        _pages.End(First);
        Assert.Equal(FaultKind.Again, _pages.Fault(Master, 11));
    }

    /// <summary>Each fault asked every process, so that of 2,000 processes it took 1,000 times as long as of two.</summary>
    [Fact]
    public void However_many_processes_there_are_a_fault_asks_once()
    {
        _ = Fastest(processes: 2);
        Assert.InRange(Fastest(processes: 2000) / Fastest(processes: 2), 0, 50);

        static double Fastest(int processes) => Enumerable.Range(0, 5).Min(_ =>
        {
            const int Faults = 5000;
            var pages = new FamilyPages();
            for (var process = 1; process < processes; process++)
                pages.Add(process, own: [], shared: []);
            pages.Add(processes, own: [], shared: Enumerable.Range(0, Faults).Select(page => (ulong)page));
            var began = Stopwatch.GetTimestamp();
            for (ulong page = 0; page < Faults; page++)
                pages.Fault(processes, page);
            return Stopwatch.GetElapsedTime(began).TotalSeconds;
        });
    }

    [Fact]
    public void With_those_that_have_ended_nothing_is_shared()
    {
        _pages.Fork(Master, First);
        _pages.End(First);
        Assert.Equal(FaultKind.Again, _pages.Fault(Master, 11));
    }
}
