using Lowtide.Capture.Requests;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Requests;

/// <summary>What is kept of requests: bounded, and enough.</summary>
public sealed class RequestReducerTests
{
    [Fact]
    public void Short_ones_are_counted_and_long_ones_kept()
    {
        var requests = new RequestReducer(RequestSource.Served);
        requests.Add(new RequestTime(1, 0.001));
        requests.Add(new RequestTime(0.5, 2));
        requests.Add(new RequestTime(-1, 1.6)); // under way before
        requests.Add(new RequestTime(-2, 1)); // over before
        var told = requests.Result();
        Assert.Equal(3, told.Requests);
        Assert.Equal([new RequestTime(-1, 1.6), new RequestTime(0.5, 2)], told.Longer);
        Assert.Equal(1, told.Changes[0]);
        Assert.Equal(1, told.Changes[50]);
        Assert.Equal(-1, told.Changes[^1]);
        Assert.Equal(0, told.Changes.Sum());
    }

    [Fact]
    public void A_day_of_requests_needs_no_more_than_minutes_of_them()
    {
        var requests = new RequestReducer(RequestSource.Served);
        for (var number = 0; number < 86_400; number++)
            requests.Add(new RequestTime(number, 0.1 + (number * 1e-6)));
        var told = requests.Result();
        Assert.Equal(86_400, told.Requests);
        Assert.InRange(told.Changes.Count, 1, 1 << 16);
        Assert.InRange(told.Longer.Count, 1, 20_000);
        // The longest are kept, and it is said from where on all are.
        Assert.All(told.Longer, request => Assert.True(request.Seconds >= told.LeastSeconds));
        Assert.Equal(86_399, told.Longer[^1].At);
        Assert.Equal(86_400 - told.Longer.Count, told.Longer[0].At);
        Assert.Equal(0, told.LeftOut);
        // One was under way at each full second: the steps say so whatever their width.
        Assert.Equal(0, told.Changes.Sum());
    }

    /// <summary>A timeout ends them all after a second, but for some that took longer and many that did not.</summary>
    [Theory]
    [InlineData(20_000, 0)]
    [InlineData(20_001, 0)]
    [InlineData(90_000, 5000)]
    [InlineData(40_001, 25_000)]
    public void Of_those_that_took_just_as_long_as_many_are_kept_as_there_is_room_for(int number, int longer)
    {
        var requests = new RequestReducer(RequestSource.Served);
        for (var each = 0; each < number; each++)
        {
            requests.Add(new RequestTime(each, 0.5));
            requests.Add(new RequestTime(each, 1));
            if (each < longer)
                requests.Add(new RequestTime(each, 2));
        }
        var told = requests.Result();
        Assert.Equal(longer > 20_000 ? 2 : 1, told.LeastSeconds);
        Assert.Equal(Math.Min(20_000, longer), told.Longer.Count(request => request.Seconds == 2));
        Assert.Equal(20_000, told.Longer.Count);
        var all = told.LeastSeconds == 1 ? number : longer;
        var kept = told.Longer.Where(request => request.Seconds == told.LeastSeconds).Select(request => request.At).ToList();
        Assert.Equal(all - kept.Count, told.LeftOut);
        // Of each tenth of the time a tenth, whatever came later.
        for (var tenth = 0; tenth < 10; tenth++)
            Assert.InRange(kept.Count(at => at >= all * tenth / 10 && at < all * (tenth + 1) / 10), kept.Count * 0.095, kept.Count * 0.105);
    }
}
