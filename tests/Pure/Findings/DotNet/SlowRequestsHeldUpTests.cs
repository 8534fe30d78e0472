using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;
using static Lowtide.Tests.Pure.DotNet.SlowRequestsTests;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Slow requests that pauses held up.</summary>
public sealed class SlowRequestsHeldUpTests
{
    [Fact]
    public void The_finding_says_share_chance_and_period()
    {
        var finding = Found(new SlowRequestsHeldUp(), Watched(
            Steady().Concat(Stops.Select(stop => new RequestTime(stop.At - 0.1, 1.2))).Append(new RequestTime(50, 0.8)), Stops))!;
        Assert.Equal(
            "9 of the 10 requests served in 0.50 s or more (90%) overlap a blocking collection of generation 2 or the queue behind it.", finding.Statement);
        Assert.Contains(finding.Evidence, row => row.Text == "9 pauses held them up, one every 10 s, about 1.00 s each");
        Assert.Contains(finding.Evidence, row => row.Name == "by_chance" && row.Value < 0.2);
        Assert.Equal(9, finding.Seconds!.Value, 6);
    }

    [Fact]
    public void Of_how_many_it_speaks_is_said_where_not_all_slow_ones_were_kept()
    {
        var finding = Found(new SlowRequestsHeldUp(), Watched(TimedOut(30_000), Stops))!;
        Assert.StartsWith(
            "1,807 of 20,000 that were kept of the 30,000 requests served in 1.00 s or more stood still ", finding.Statement, StringComparison.Ordinal);
        Assert.Contains(finding.Evidence, row => row.Text == "30,000 requests served; 30,000 of them (100.0%) took 1.00 s or more");
        Assert.Contains(finding.Evidence, row => row.Name == "slow_kept" && row.Value == 20_000);
        Assert.Contains(finding.Evidence, row => row.Text.Contains(" of the 20,000 would not be slow", StringComparison.Ordinal));
    }

    /// <summary>What only the recording does is told, and neither ranked among the program's pauses nor said to be counted by other findings.</summary>
    [Fact]
    public void A_stop_that_the_recording_makes_is_no_collection_s()
    {
        var trace = Watched(
            Steady().Concat(Stops.Select(stop => new RequestTime(stop.At - 0.1, 1.2))),
            [.. Stops.Select(stop => stop with { Kind = CollectionKind.Background, At = stop.At - 5 })]);
        trace = trace with { Pauses = [.. Stops.Select(stop => new DotNetPause(stop.At, 1) { TellsSurvivors = true })] };
        var finding = Found(new SlowRequestsHeldUp(), trace)!;
        Assert.EndsWith("overlap a stop that only a recording with --deaths makes or the queue behind it.", finding.Statement, StringComparison.Ordinal);
        Assert.Null(finding.Seconds);
        Assert.Empty(finding.Collections);
    }

    /// <summary>Of one or two the share is no figure: what is sure is the time that they stood still.</summary>
    [Fact]
    public void Where_more_than_by_chance_is_not_sure_the_headline_does_not_say_it()
    {
        var finding = Found(new SlowRequestsHeldUp(), Watched(Steady().Append(new RequestTime(14.9, 1.3)), Stops[..2]))!;
        Assert.Equal(
            "1 of the 1 requests served in 0.50 s or more stood still for half of their time or more, in a blocking collection of generation 2.",
            finding.Statement);
        var chance = Assert.Single(finding.Evidence, row => row.Name == "by_chance").Text;
        Assert.StartsWith("1 overlaps such a pause or the queue behind it; ", chance, StringComparison.Ordinal);
        Assert.EndsWith(": that more do is not sure, by so few", chance, StringComparison.Ordinal);
        Assert.Equal("without that they would not be slow", Assert.Single(finding.Evidence, row => row.Name == "stood_still").Text);
    }
}
