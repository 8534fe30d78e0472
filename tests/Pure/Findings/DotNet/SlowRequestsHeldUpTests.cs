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
        Assert.Contains(" of 20,000 that were kept of the 30,000 requests served in 1.00 s or more (", finding.Statement, StringComparison.Ordinal);
        Assert.Contains(finding.Evidence, row => row.Text == "30,000 requests served; 30,000 of them (100.0%) took 1.00 s or more");
        Assert.Contains(finding.Evidence, row => row.Name == "slow_kept" && row.Value == 20_000);
        Assert.Contains(finding.Evidence, row => row.Text.Contains(" of the 20,000 would not be slow", StringComparison.Ordinal));
    }
}
