using Lowtide.Analysis.Statistics;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class CoinOrderTests
{
    [Fact]
    public void SplitMix64_draws_what_the_published_generator_draws()
    {
        // The first five of seed 1234567, as given with the reference code and on Rosetta Code.
        var random = new SplitMix64(1234567);
        Assert.Equal(
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
            Enumerable.Range(0, 5).Select(_ => random.Next()));
    }

    [Fact]
    public void The_order_of_a_seed_is_fixed_for_ever()
    {
        // The top bits of the five numbers above: 0, 0, 1, 0, 1.
        Assert.Equal("AB AB BA AB BA", Orders(1234567, 5));
        Assert.Equal(Orders(1234567, 5), Orders(1234567, 5));
    }

    [Fact]
    public void The_coin_is_fair_within_a_seed_and_across_neighbouring_seeds()
    {
        const int tosses = 20_000;
        Rate.Near(0.5, Count(toss => CoinOrder.Of(2024, toss)), tosses);
        Rate.Near(0.5, Count(toss => CoinOrder.Of((ulong)toss, 0)), tosses);
        Rate.Near(0.5, Count(toss => CoinOrder.Of((ulong)toss, 5)), tosses);

        static int Count(Func<int, PairOrder> coin) =>
            Enumerable.Range(0, tosses).Count(toss => coin(toss) == PairOrder.ArmFirst);
    }

    [Fact]
    public void One_toss_tells_nothing_about_the_next()
    {
        const int tosses = 20_000;
        var same = Enumerable.Range(0, tosses).Count(toss => CoinOrder.Of(7, toss) == CoinOrder.Of(7, toss + 1));
        Rate.Near(0.5, same, tosses);
    }

    [Fact]
    public void Six_pairs_come_in_all_their_sixty_four_orders() =>
        Assert.Equal(64, Enumerable.Range(0, 2000).Select(seed => Orders((ulong)seed, 6)).Distinct().Count());

    [Fact]
    public void There_is_no_pair_before_the_first() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => CoinOrder.Of(1, -1));

    [Fact]
    public void Units_fill_zero_to_one_without_reaching_it()
    {
        var random = new SplitMix64(1);
        var units = Enumerable.Range(0, 20_000).Select(_ => random.NextUnit()).ToArray();
        Assert.All(units, unit => Assert.InRange(unit, 0, Math.BitDecrement(1.0)));
        for (var tenth = 0; tenth < 10; tenth++)
            Rate.Near(0.1, units.Count(unit => (int)(unit * 10) == tenth), units.Length);
    }

    private static string Orders(ulong seed, int pairs) => string.Join(' ', Enumerable.Range(0, pairs)
        .Select(pair => CoinOrder.Of(seed, pair) == PairOrder.BaselineFirst ? "AB" : "BA"));
}
