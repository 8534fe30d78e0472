using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

public sealed class LaunchWordsTests
{
    private const string Deploy = " before the next deploy, 24 h after the last";

    [Theory]
    [InlineData("kernel.merge-pages", true, false, true)]
    [InlineData("kernel.merge-pages", true, true, false)]
    [InlineData("kernel.merge-pages", true, null, false)]
    [InlineData("kernel.merge-pages", false, false, false)]
    [InlineData("cpython.gc-freeze", true, false, false)]
    public void Merging_that_is_on_and_can_merge_nothing_is_said(string remedy, bool on, bool? ksmd, bool said) =>
        Assert.Equal(
            said ? ", but nothing is merged: ksmd is off; as root: echo 1 > /sys/kernel/mm/ksm/run" : "",
            LaunchWords.HeldBack(new RemedyInEffect(remedy, on), ksmd));

    [Fact]
    public void A_cycles_watch_that_waits_says_so()
    {
        Assert.Null(CycleWatch.Of(MadeFamilies.Recording(MadeFamilies.Master(), MadeFamilies.Worker(2, [5, 4, 3]))));
        Assert.Contains("so is the collector", Watch(MadeFamilies.Worker(2, [5, 4, 3])));
        var off = MadeFamilies.WithThreshold(0);
        Assert.Contains("no count yet", Watch(off));
        Assert.Contains("no count yet", Watch(MadeFamilies.Worker(2, []))); // its collector could not be read
        Assert.Contains("once it is idle", Watch(off));
        Assert.Contains("with the requests that follow", Watch(off with { Process = off.Process with { Executable = "/usr/bin/uwsgi-core" } }));
    }

    /// <summary>24 hours to go; counts half a minute apart, so that 1 MiB more is 120 MiB an hour.</summary>
    [Theory]
    [InlineData(new[] { 3 }, 9999, "; how fast they grow a second count tells")]
    [InlineData(new[] { 3, 4 }, 2879, "; they grow by 120 MiB an hour in 1 worker, which fills the 2.8 GiB available" + Deploy)]
    [InlineData(new[] { 3, 4 }, 2881, "; they grow by 120 MiB an hour in 1 worker, which will not fill the 2.8 GiB available" + Deploy)]
    [InlineData(new[] { 4, 4 }, 1, "; they do not grow, and will not fill the memory before the next deploy")]
    public void What_was_counted_is_held_against_the_next_deploy(int[] mebibytes, long availableMiB, string says)
    {
        var worker = MadeFamilies.Worker(2, []) with { Notes = new KitNotes([], []) { Cycles = [.. mebibytes.Select((each, index) => Count(30 * index,
            each))] } };
        Assert.Equal($"cycles watch: the last count, in process 2, found {mebibytes[^1]}.0 MiB in unreachable cycles{says}", Watch(worker, availableMiB));
    }

    [Fact]
    public void Whether_they_fill_the_memory_is_not_said_before_two_counts()
    {
        Assert.Null(Watched(MadeFamilies.WithThreshold(0), 1).FillsMemory);
        Assert.Null(Watched(MadeFamilies.Worker(2, []) with { Notes = new KitNotes([], []) { Cycles = [Count(0, 3)] } }, 1).FillsMemory);
    }

    private static CycleCount Count(int second, long mebibytes) =>
        new(DateTimeOffset.UnixEpoch.AddSeconds(second), 2, mebibytes * MadeFamilies.MiB, 10, 0.1, []);

    private static string Watch(Member worker, long availableMiB = 1) =>
        LaunchWords.CyclesWatch(Watched(worker, availableMiB), MadeFamilies.Family(null, worker));

    private static CycleWatch Watched(Member worker, long availableMiB)
    {
        var watched = worker with { Settings = new Dictionary<string, string> { ["LOWTIDE_WATCH_CYCLES"] = "86400" } };
        var recording = MadeFamilies.Recording(null, watched);
        return CycleWatch.Of(recording with { Host = recording.Host with { AvailableBytes = availableMiB * MadeFamilies.MiB } })!;
    }
}
