using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

/// <summary>Work that does not come back is left, and changes nothing afterwards.</summary>
public sealed class SpareThreadTests
{
    /// <summary>No process has it: above the most that the kernel gives (PID_MAX_LIMIT, 4 Mi).</summary>
    private const int Nobody = 5 << 20;

    [Fact]
    public void What_was_read_is_handed_over_in_order()
    {
        var taken = new List<int>();
        var left = new SpareThread().Do(handOver =>
        {
            foreach (var number in Enumerable.Range(0, 5))
                Assert.True(handOver(() => taken.Add(number)));
        });
        Assert.Null(left);
        Assert.Equal([0, 1, 2, 3, 4], taken);
    }

    [Fact]
    public void A_read_that_waits_is_left_and_hands_over_nothing()
    {
        using var answers = new ManualResetEventSlim();
        using var ended = new ManualResetEventSlim();
        var (taken, wasTaken) = (new List<int>(), true);
        var thread = new SpareThread();
        var left = thread.Do(handOver =>
        {
            handOver(() => taken.Add(1));
            using (ReadWatch.Of(Nobody))
                answers.Wait(TestContext.Current.CancellationToken);
            wasTaken = handOver(() => taken.Add(2));
            ended.Set();
        });
        Assert.Equal(Nobody, left);
        Assert.True(StuckProcesses.Contains(Nobody));
        // Others are read meanwhile.
        Assert.Null(thread.Do(handOver => handOver(() => taken.Add(3))));
        answers.Set();
        ended.Wait(TestContext.Current.CancellationToken);
        Assert.False(wasTaken);
        Assert.Equal([1, 3], taken);
        Assert.True(SpinWait.SpinUntil(() => !StuckProcesses.Contains(Nobody), TimeSpan.FromSeconds(10)));
    }

    [Fact]
    public void What_it_throws_is_the_callers() =>
        Assert.Throws<InvalidOperationException>(() => new SpareThread().Do(_ => throw new InvalidOperationException("a bug")));
}
