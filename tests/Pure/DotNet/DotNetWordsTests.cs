using Lowtide.Reports;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What a runtime told, in words.</summary>
public sealed class DotNetWordsTests
{
    [Theory]
    [InlineData(1, "1 event was lost: the runtime made them faster than they could be read")]
    [InlineData(1234, "1,234 events were lost: the runtime made them faster than they could be read")]
    public void Lost_events_are_counted(long lost, string said) => Assert.Contains(said, DotNetWords.Of(Trace() with { LostEvents = lost }));

    [Fact]
    public void Of_events_that_all_came_nothing_is_said() =>
        Assert.DoesNotContain(DotNetWords.Of(Trace()), line => line.Contains("lost", StringComparison.Ordinal));
}
