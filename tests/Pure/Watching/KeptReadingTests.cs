using Lowtide.Recordings;
using Lowtide.Recordings.History;

namespace Lowtide.Tests.Pure.Watching;

/// <summary>A watch reads one process after the other: whoever waits for the next reading is there.</summary>
public sealed class KeptReadingTests
{
    [Fact]
    public void Who_was_read_before_the_end_has_not_ended()
    {
        var samples = KeptReading.Samples([Read(0, 1), Read(20, 2), Read(60, 1), Read(80, 2), Read(120, 1)], [], each: 10);
        Assert.Equal([1, 2], samples.Where(sample => sample.Seconds == 120).Select(sample => sample.Pid));
        Assert.DoesNotContain(samples, sample => sample.Pid == 2 && sample.Seconds < 20);
    }

    [Fact]
    public void Who_was_not_read_for_longer_than_any_has_ended()
    {
        var samples = KeptReading.Samples([Read(0, 1), Read(0, 2), Read(60, 1), Read(60, 2), Read(120, 1), Read(180, 1), Read(240, 1)], [], each: 10);
        Assert.Equal(120, samples.Where(sample => sample.Pid == 2).Max(sample => sample.Seconds));
        Assert.Equal(240, samples.Where(sample => sample.Pid == 1).Max(sample => sample.Seconds));
    }

    /// <summary>Pids 1 and 2 served before the restart at 100, 3 and 4 since; 4 was seen to have ended at 170.</summary>
    [Fact]
    public void Who_was_seen_to_have_ended_is_in_no_sum_with_who_came_then()
    {
        var samples = KeptReading.Samples(
            [Read(0, 1), Read(0, 2), Read(80, 1), Read(80, 2), Read(100, 3), Read(110, 4), Read(160, 4), Read(200, 3)], [(100, null), (170, 4)], each: 10);
        Assert.All(samples.GroupBy(sample => sample.Seconds), moment => Assert.Equal(
            moment.Key < 100 ? [1, 2] : moment.Key is >= 110 and < 170 ? [3, 4] : [3], moment.Select(sample => sample.Pid)));
    }

    private static KeptReading Read(long at, int pid) => new(at, $"{pid}", pid, 7, new MemoryUse(1, 1, 1, 1, null));
}
