using Lowtide.Analysis.Findings.DotNet;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>The share of the time that pauses take.</summary>
public sealed class TimeInCollectionsTests
{
    [Fact]
    public void Pauses_are_worth_an_alert_from_a_twentieth_of_the_time_on()
    {
        Assert.Null(Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5))));
        Assert.Equal(5.1, Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5.1)))!.Seconds);
    }
}
