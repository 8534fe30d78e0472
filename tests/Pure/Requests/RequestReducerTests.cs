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
        // One was under way at each full second: the steps say so whatever their width.
        Assert.Equal(0, told.Changes.Sum());
    }
}
