using System.Globalization;
using Lowtide.Capture.Families;
using Lowtide.Capture.Faults;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Faults;

/// <summary>Of a worker that does one thing, what its faults were and through whose code they came.</summary>
public sealed class FaultsTests
{
    private const string Program = "on_command.py";

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_collection_of_a_worker_forked_meanwhile_is_proved(string python)
    {
        using var target = Said.Start(python, Program);
        var watched = Watched.While(target, "collect");
        Assert.True(watched.Process.Forked);
        Assert.True(watched.Told.GetProperty("copied_bytes").GetInt64() > 8 << 20, "the target copied too little: it tests nothing");
        watched.CopiesAreAsTold();
        Assert.InRange(watched.Copies.CollectorShare!.Value, 0.9, 1);
        Assert.InRange(watched.Copies.Untold, 0, watched.Copies.Faults / 100);
        Assert.Equal(0, watched.Copies.AtExit);
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Reads_are_not_taken_for_the_collector(string python)
    {
        using var target = Said.Start(python, Program);
        var watched = Watched.While(target, "read");
        Assert.True(watched.Told.GetProperty("copied_bytes").GetInt64() > 4 << 20, "the target copied too little: it tests nothing");
        watched.CopiesAreAsTold();
        Assert.Equal(0, watched.Copies.ByCollector);
        Assert.NotNull(watched.Copies.CollectorShare);
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void New_memory_is_no_copy(string python)
    {
        using var target = Said.Start(python, Program);
        var watched = Watched.While(target, "allocate");
        watched.CopiesAreAsTold();
        Assert.InRange(watched.Pages(FaultKind.New) * Page.Size, (16 << 20) - (watched.Faults.LostFaults!.Value * Page.Size), (16 << 20) + Look.Slack);
        Assert.InRange(watched.Pages(FaultKind.Copy) * Page.Size, 0, Look.Slack);
    }

    /// <summary>What it copied before is not seen; what it copies now is told by the page tables as they were.</summary>
    [Fact]
    public void A_worker_that_was_there_before()
    {
        using var target = Said.StartAny(Program);
        target.Ask("prefork collect");
        var watched = Watched.While(target, "go");
        Assert.False(watched.Process.Forked);
        watched.CopiesAreAsTold();
        Assert.InRange(watched.Copies.CollectorShare!.Value, 0.9, 1);
    }

    /// <summary>What broke Instagram's roll-out: the last collection copies what nobody wrote to before.</summary>
    [Fact]
    public void Copies_at_a_workers_exit_are_told_apart()
    {
        using var target = Said.StartAny(Program);
        var watched = Watched.While(target, "finish");
        Assert.InRange(watched.Copies.AtExit, 2048, watched.Copies.Faults);
        Assert.InRange(watched.Copies.ByCollectorAtExit, 1, watched.Copies.AtExit);
    }

    [Fact]
    public void Threads_go_by_their_names_and_ways_begin_where_they_do()
    {
        using var target = Said.StartAny(Program);
        var watched = Watched.While(target, "collect");
        Assert.All(watched.OfWorker, chain => Assert.StartsWith("python", chain.Thread, StringComparison.Ordinal));
        Assert.Contains(watched.OfWorker, chain => chain is { ByCollector: true, Frames: ["_start", ..] });
    }

    [Fact]
    public void With_its_target_it_ends()
    {
        var target = Said.StartAny(Program);
        using var recorder = FaultRecorder.Start(FamilyLookup.Find(target.Pid.ToString(CultureInfo.InvariantCulture)), every: 1, TimeProvider.System)!;
        var running = Task.Run(() => recorder.Run(TimeSpan.FromMinutes(10), CancellationToken.None), CancellationToken.None);
        target.Dispose();
        Assert.True(running.Wait(TimeSpan.FromMinutes(1), CancellationToken.None));
        Assert.InRange(recorder.Result().Faults.Seconds, 0, 60);
    }
}
