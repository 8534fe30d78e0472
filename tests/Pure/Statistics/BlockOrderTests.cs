using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Planning;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class BlockOrderTests
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
        Rate.Near(0.5, Count(toss => First(2024, toss)), tosses);
        Rate.Near(0.5, Count(toss => First((ulong)toss, 0)), tosses);
        Rate.Near(0.5, Count(toss => First((ulong)toss, 5)), tosses);

        static int Count(Func<int, int> first) => Enumerable.Range(0, tosses).Count(toss => first(toss) == 1);
    }

    [Fact]
    public void One_toss_tells_nothing_about_the_next()
    {
        const int tosses = 20_000;
        var same = Enumerable.Range(0, tosses).Count(toss => First(7, toss) == First(7, toss + 1));
        Rate.Near(0.5, same, tosses);
    }

    [Fact]
    public void Six_pairs_come_in_all_their_sixty_four_orders() =>
        Assert.Equal(64, Enumerable.Range(0, 2000).Select(seed => Orders((ulong)seed, 6)).Distinct().Count());

    [Fact]
    public void There_is_no_pair_before_the_first() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => BlockOrder.Of(1, -1, 2));

    [Fact]
    public void Units_fill_zero_to_one_without_reaching_it()
    {
        var random = new SplitMix64(1);
        var units = Enumerable.Range(0, 20_000).Select(_ => random.NextUnit()).ToArray();
        Assert.All(units, unit => Assert.InRange(unit, 0, Math.BitDecrement(1.0)));
        for (var tenth = 0; tenth < 10; tenth++)
            Rate.Near(0.1, units.Count(unit => (int)(unit * 10) == tenth), units.Length);
    }

    [Fact]
    public void Every_order_of_four_arms_comes_as_often_as_any_other()
    {
        const int blocks = 24_000;
        var counts = Enumerable.Range(0, blocks).CountBy(block => string.Concat(BlockOrder.Of(99, block, 4))).ToList();
        Assert.Equal(24, counts.Count);
        Assert.All(counts, order => Rate.Near(1.0 / 24, order.Value, blocks));
    }

    [Fact]
    public void Each_arm_of_three_is_as_often_first_whatever_the_block_before_began_with()
    {
        const int blocks = 30_000;
        var firsts = Enumerable.Range(0, blocks + 1).Select(block => BlockOrder.Of(5, block, 3)[0]).ToList();
        foreach (var pair in firsts.Zip(firsts.Skip(1)).CountBy(each => each))
            Rate.Near(1.0 / 9, pair.Value, blocks);
    }

    private static int First(ulong seed, int block) => BlockOrder.Of(seed, block, 2)[0];

    private static string Orders(ulong seed, int pairs) => string.Join(' ', Enumerable.Range(0, pairs)
        .Select(pair => First(seed, pair) == 0 ? "AB" : "BA"));
}
