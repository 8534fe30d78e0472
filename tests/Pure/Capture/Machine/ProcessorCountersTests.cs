using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Machine;

public sealed class ProcessorCountersTests
{
    [Theory]
    [InlineData(100, 10, 10, 100L)]
    [InlineData(100, 10, 5, 200L)] // half of the time another event had the counter
    [InlineData(0, 10, 0, null)] // it never had one
    [InlineData(0, 0, 0, 0L)] // nothing ran
    public void An_event_that_takes_turns_stands_for_the_whole_time(ulong counted, ulong enabled, ulong running, long? count) =>
        Assert.Equal(count, CountingEvent.Scaled(counted, enabled, running));

    [Theory]
    [InlineData(2, "not supported here")]
    [InlineData(95, "not supported here")]
    [InlineData(13, "CAP_PERFMON")]
    [InlineData(3, "ended")]
    [InlineData(22, "error 22")]
    public void A_refusal_says_why(int error, string words) => Assert.Contains(words, ProcessorCounters.Why(error));
}
