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
}
