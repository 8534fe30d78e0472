using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class CollectorTurnedOnTests
{
    private static readonly Member Off = Collecting(1, enabled: false, 700), On = Collecting(2, enabled: true, 700);

    [Fact]
    public void Off_in_the_master_and_on_in_a_worker()
    {
        var finding = Assert.Single(Examine(MadeFamilies.Recording(Off, On)));
        Assert.Contains("off, threshold 700", finding.Evidence[0].Text);
        Assert.Contains("--watch-gc", finding.Evidence[^1].Text);
    }

    [Fact]
    public void Says_who_did_it_where_that_is_noted()
    {
        var call = new CollectorCall(DateTimeOffset.UnixEpoch, 2, "gc.enable", "", ["/app/packer.py:7 pack", "/app/views.py:9 feed"]);
        var other = call with { Function = "gc.disable" };
        var finding = Assert.Single(Examine(MadeFamilies.Recording(Off, On with { Notes = new KitNotes([], [other, call]) })));
        Assert.Equal(
            "gc.enable() called by /app/packer.py:7 pack <- /app/views.py:9 feed, first in process 2",
            Assert.Single(finding.Evidence, row => row.Name == "call").Text);
    }

    [Fact]
    public void A_threshold_of_0_in_the_worker_holds() => Assert.Empty(Examine(MadeFamilies.Recording(Off, Collecting(2, enabled: true, 0))));

    [Fact]
    public void On_in_both_is_as_it_was_meant() => Assert.Empty(Examine(MadeFamilies.Recording(On with { Process = Off.Process }, On)));

    [Fact]
    public void A_remedy_that_was_undone()
    {
        var asked = On with { Settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = "cpython.gc-threshold-0" } };
        Assert.Contains("had set", Assert.Single(Examine(MadeFamilies.Recording(null, asked))).Evidence[0].Text);
    }

    [Fact]
    public void Turned_on_while_it_was_recorded()
    {
        var recording = MadeFamilies.Recording(null, On);
        var before = MadeFamilies.Family(null, Collecting(2, enabled: true, 0));
        var finding = Assert.Single(Examine(recording with { Snapshots = [before, recording.Latest] }));
        Assert.Contains("on, threshold 0; at its end: on, threshold 700", finding.Evidence[0].Text);
    }

    [Fact]
    public void Nothing_is_said_of_one_that_could_not_be_read() => Assert.Empty(Examine(MadeFamilies.Recording(Off, MadeFamilies.WithThreshold(null))));

    private static Member Collecting(int pid, bool enabled, int threshold)
    {
        var member = MadeFamilies.WithThreshold(threshold);
        return member with
        {
            Process = member.Process with { Pid = pid },
            Runtime = member.Runtime! with { Collector = member.Runtime.Collector! with { Enabled = enabled } },
        };
    }

    private static IReadOnlyList<Finding> Examine(Recording recording) => new CollectorTurnedOn().Examine(recording).Findings;
}
