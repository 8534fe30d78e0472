using Lowtide.Reports;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What a runtime told, in words.</summary>
public sealed class DotNetWordsTests
{
    [Theory]
    [InlineData(1, "1 event was lost: the runtime made them faster than they could be read")]
    [InlineData(1234, "1,234 events were lost: the runtime made them faster than they could be read")]
    public void Lost_events_are_counted(long lost, string said) => Assert.Contains(said, DotNetWords.Of(Trace() with { LostEvents = lost }, recorded: null));

    [Fact]
    public void Of_events_that_all_came_nothing_is_said() =>
        Assert.DoesNotContain(DotNetWords.Of(Trace(), recorded: null), line => line.Contains("lost", StringComparison.Ordinal));

    [Theory]
    [InlineData(100, "collections: 0; all threads")]
    [InlineData(130, "collections: 0 in 1.7 min; all threads")]
    public void The_length_is_said_where_the_recording_s_is_another(double recorded, string said)
    {
        var start = DateTimeOffset.UnixEpoch;
        var time = new RecordedTime(start, start.AddSeconds(recorded), recorded, 100, 0, 0, "6.1", 2, HasLastLook: true);

        Assert.StartsWith(said, DotNetWords.Of(Trace(), time).First(), StringComparison.Ordinal);
    }
}
