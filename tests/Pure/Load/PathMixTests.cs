using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

public sealed class PathMixTests
{
    /// <summary>The order that nginx's own description of its smooth round robin gives for the weights 5, 1, 1.</summary>
    [Fact]
    public void Five_one_one_is_spread_as_nginx_spreads_it() => Assert.Equal("aabacaa", Order(7, 5, 1, 1));

    [Fact]
    public void Every_round_has_the_weights()
    {
        var order = Order(3000, 3, 2, 10);
        Assert.Equal((600, 400, 2000), (order.Count(each => each == 'a'), order.Count(each => each == 'b'), order.Count(each => each == 'c')));
        Assert.Equal(order[..15], order[15..30]);
    }

    [Fact]
    public void One_path_is_the_only_one() => Assert.Equal("aaaa", Order(4, 9));

    private static string Order(int requests, params int[] weights)
    {
        var mix = new PathMix([.. weights.Select((weight, index) => new WeightedPath($"/{index}", weight))]);
        return string.Concat(Enumerable.Range(0, requests).Select(request => (char)('a' + mix.Of(request))));
    }
}
