using Lowtide.Capture.Families;

namespace Lowtide.Tests.Pure.Capture.Families;

public sealed class QuickPaceTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1), Quick = TimeSpan.FromMilliseconds(1);

    [Fact]
    public void It_is_quick_while_somebody_leaves_and_until_it_is_calm()
    {
        var pace = new QuickPace();
        Assert.False(pace.IsQuick(5 * Second));
        pace.SomeoneLeaves(5 * Second);
        Assert.True(pace.IsQuick(6.9 * Second));
        pace.SomeoneLeaves(6 * Second);
        Assert.True(pace.IsQuick(7.9 * Second));
        Assert.False(pace.IsQuick(8 * Second));
    }

    /// <summary>Workers that live for one request each.</summary>
    [Fact]
    public void A_family_that_is_never_calm_is_quick_for_a_tenth_of_the_time()
    {
        var (pace, quick) = (new QuickPace(), 0);
        for (var tick = 0; tick < 36_000; tick++)
        {
            pace.SomeoneLeaves(tick * QuickPace.Interval);
            quick += pace.IsQuick(tick * QuickPace.Interval) ? 1 : 0;
        }
        Assert.InRange(quick * QuickPace.Interval.TotalSeconds, 30, 360 + 31);
    }

    [Fact]
    public void Looking_takes_no_more_than_its_share()
    {
        var pace = new QuickPace();
        pace.Looked(Second, Quick, sampled: false);
        Assert.Equal(Second + (200 * Quick), pace.Next);
        pace.Looked(Second, Quick, sampled: true);
        Assert.Equal(Second + QuickPace.Interval, pace.Next);
        pace.Looked(Second, 40 * Quick, sampled: true);
        Assert.Equal(Second + (400 * Quick), pace.Next);
    }
}
