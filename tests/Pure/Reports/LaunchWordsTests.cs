using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

public sealed class LaunchWordsTests
{
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
        Assert.Null(LaunchWords.CyclesWatch(Made.Family(Made.Master(), Made.Worker(2, [5, 4, 3]))));
        Assert.Contains("so is the collector", Watch(Made.Worker(2, [5, 4, 3])));
        var off = Made.WithThreshold(0);
        Assert.Contains("no count yet", Watch(off));
        Assert.Contains("no count yet", Watch(Made.Worker(2, []))); // its collector could not be read
        Assert.Equal(
            "cycles watch: the last count, in process 2, found 3.0 MiB that nothing reaches",
            Watch(off with { Notes = new KitNotes([], []) { Cycles = [Count(60, 3), Count(30, 1)] } }));
    }

    private static CycleCount Count(int second, long mebibytes) =>
        new(DateTimeOffset.UnixEpoch.AddSeconds(second), 2, mebibytes * Made.MiB, 10, 0.1, []);

    private static string? Watch(Member worker) => LaunchWords.CyclesWatch(
        Made.Family(null, worker with { Settings = new Dictionary<string, string> { ["LOWTIDE_WATCH_CYCLES"] = "86400" } }));
}
