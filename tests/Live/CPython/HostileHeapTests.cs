using System.Diagnostics;
using Lowtide.Analysis.Causes;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CPython;

/// <summary>A heap that is damaged, that changes under the reader, or that is no usual one: the answer is whole, and each copied page is in it.</summary>
public sealed class HostileHeapTests
{
    private static readonly string[] Damages = ["heads", "pools", "types"];

    public static TheoryData<string, string> Damaged => new(
        from python in Pythons.Paths.Where(path => !path.EndsWith('d')).DefaultIfEmpty("")
        from damage in Damages
        select (python, damage));

    [Theory]
    [MemberData(nameof(Damaged))]
    public void Every_copied_page_of_a_damaged_heap_is_counted(string python, string damage)
    {
        using var target = Said.Start(python, "hostile_heap.py", damage);
        Counted(target);
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_heap_that_changes_meanwhile_is_read_to_the_end(string python)
    {
        using var target = Said.Start(python, "changing_heap.py");
        for (var time = 0; time < 3; time++)
            Assert.Equal(2, Look.At(target.Pid).Family.Workers.Count(worker => worker.Census is not null));
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_first_of_two_interpreters_is_told(string python)
    {
        using var target = Said.Start(python, "two_interpreters.py");
        Assert.SkipWhen(target.Said.GetProperty("workers").ValueKind == System.Text.Json.JsonValueKind.Null, "this Python makes no second interpreter");
        var copied = Counted(target);
        if (copied is not null)
            Assert.True(copied.BytesOf(CopyCause.Collector) > 0.9 * target.Told("copied_bytes")[^1], string.Join(", ", copied.Rows.Take(5)));
    }

    /// <summary>Debian's shared libpython in a program that is not named python.</summary>
    [Fact]
    public void A_Python_in_another_program_is_told()
    {
        using var folder = new TempFolder();
        var program = EmbeddedPython.Build(folder);
        using var target = Target.Start(program, [Target.Path("one_cause.py"), "collect-dicts"], ("PYTHONPATH", Target.Path("")));
        Assert.True(Counted(target)!.BytesOf(CopyCause.Collector) > 0.9 * target.Told("copied_bytes")[^1]);
    }

    /// <summary>At some moment of the look the worker that copied is gone: the others are told.</summary>
    [Fact]
    public async Task A_worker_that_ends_in_mid_read()
    {
        for (var number = 0; number < 6; number++)
        {
            using var target = Said.StartAny("one_cause.py", "read-tuples");
            var look = Task.Run(() => Ran.Lowtide("explain", $"{target.Pid}", "--json"), TestContext.Current.CancellationToken);
            // Start-up, then page tables, then pages: which of them it falls into does not matter, and differs.
            await Task.Delay(60 * number, TestContext.Current.CancellationToken);
            using (var worker = Process.GetProcessById(target.WorkerPids()[^1]))
                worker.Kill();
            var ran = await look;
            Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        }
    }

    /// <summary>All that the worker copied is in some cause, and not more.</summary>
    private static CopiedByCause? Counted(Target target)
    {
        var truth = target.Told("copied_bytes")[^1];
        Assert.True(truth > 4 << 20, $"the target copied only {truth} bytes: it tests nothing");
        var family = Look.At(target.Pid).Family;
        var actor = family.Workers.Single(worker => worker.Process.Pid == target.WorkerPids()[^1]);
        var tally = actor.Census!.Tally;
        Assert.InRange(tally.CopiedIdenticalBytes + tally.CopiedRelinkedBytes + tally.CopiedChangedBytes, 0.95 * truth, truth + Look.Slack);
        var copied = CopiedByCause.Of(family, actor);
        if (copied is not null)
            Assert.InRange(copied.Rows.Sum(row => row.Bytes), 0.95 * truth, truth + Look.Slack);
        return copied;
    }
}
