using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Capture;

/// <summary>Copies that are not the collector's, each in a target where nothing else happens.</summary>
public sealed class OtherCopiesTests
{
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Reads_are_called_reads(string python)
    {
        const string Id = "cpython.reference-count-copies";
        using var target = Said.Start(python, "reads_copy.py");
        var truth = target.Told("copied_bytes").Sum();
        var look = Look.At(target.Pid);
        Assert.True(truth > 12 << 20, $"the target copied only {truth} bytes: it tests nothing");
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Finding(Id).Bytes!.Value, truth - (2 * Look.Slack), truth + (2 * Look.Slack));
    }

    public static TheoryData<string, string> Writes =>
        new(from python in Pythons.Paths.DefaultIfEmpty("") from kind in new[] { "bytes", "references" } select (python, kind));

    /// <summary>Pointers that are no links of the collector's are writes like others.</summary>
    [Theory]
    [MemberData(nameof(Writes))]
    public void Writes_are_called_writes(string python, string kind)
    {
        const string Id = "fork.really-changed";
        using var target = Said.Start(python, "real_writes.py", kind);
        var (changed, copied) = (target.Told("changed_bytes").Sum(), target.Told("copied_bytes").Sum());
        Assert.True(copied < changed * 3 / 2, $"{copied} bytes were copied for {changed} that were to be changed");
        var look = Look.At(target.Pid);
        Assert.Equal([Id], look.FindingIds);
        Assert.InRange(look.Finding(Id).Bytes!.Value, changed, copied + (2 * Look.Slack));
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void What_each_worker_builds_was_not_preloaded(string python)
    {
        const string Id = "fork.not-preloaded";
        using var target = Said.Start(python, "no_preload.py");
        var look = Look.At(target.Pid);
        Assert.Equal([Id], look.FindingIds);
        var (least, all) = (target.Told("built_bytes").Min(), target.Told("built_bytes").Sum());
        // One copy is needed; the two others are what preloading would save, and at most what was copied of what they inherited, too.
        var copied = look.Recording.Latest.Workers.Sum(worker => worker.Census!.Tally.CopiedBytes);
        Assert.InRange(look.Finding(Id).Bytes!.Value - copied, all - least - (3 * Look.Slack), all - least + (3 * Look.Slack));
    }

    /// <summary>
    /// The same addresses with other content: measured once, 14,508 of 14,831 such pages had never been inherited.
    /// </summary>
    [Theory]
    [InlineData("strings")]
    [InlineData("numbers")]
    [InlineData("tuples")]
    [InlineData("dicts")]
    public void What_both_sides_built_was_not_inherited(string kind)
    {
        using var target = Said.StartAny("both_allocate.py", kind);
        var look = Look.At(target.Pid);
        Assert.Empty(look.FindingIds);
        Assert.All(target.Workers(), worker =>
        {
            var built = worker.GetProperty("built_bytes").GetInt64();
            var tally = look.Tally(worker.GetProperty("pid").GetInt32());
            Assert.True(built > 12 << 20, $"the worker built only {built} bytes: it tests nothing");
            Assert.InRange(tally.CopiedBytes, 0, Look.Slack);
            Assert.InRange(tally.NewBytes + tally.UndecidedBytes, built - Look.Slack, built + Look.Slack);
        });
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_respawned_worker_inherits_what_was_loaded_before_it(string python)
    {
        using var target = Said.Start(python, "respawned.py");
        var look = Look.At(target.Pid);
        var (old, respawned) = (target.WorkerPids()[0], target.WorkerPids()[1]);
        var (first, second) = (target.Said.GetProperty("first_bytes").GetInt64(), target.Said.GetProperty("second_bytes").GetInt64());
        Assert.Equal([old, respawned], look.Family.Workers.Select(worker => worker.Process.Pid));

        // The old one has other things where the second load stands: no inheritance, whatever its master has there.
        Assert.InRange(look.Tally(old).InheritedBytes, first, long.MaxValue);
        Assert.InRange(
            look.Tally(respawned).InheritedBytes - look.Tally(old).InheritedBytes, second - Look.Slack, second + Look.Slack);
        Assert.InRange(look.Tally(old).CopiedBytes, 0, Look.Slack);
        var built = target.Workers().First().GetProperty("built_bytes").GetInt64();
        var copied = target.Workers().Last().GetProperty("copied_bytes").GetInt64();
        Assert.InRange(Own(look.Tally(old)), built - Look.Slack, built + Look.Slack);

        Assert.InRange(look.Tally(respawned).CopiedBytes, copied - Look.Slack, copied + Look.Slack);
        Assert.InRange(Own(look.Tally(respawned)), 0, 2 * Look.Slack);

        static long Own(PageTally tally) => tally.NewBytes + tally.UndecidedBytes;
    }
}
