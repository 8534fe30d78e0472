using System.Collections.Immutable;

namespace Lowtide.Analysis.Statistics.Planning;

/// <summary>The order in which the arms of a block start: every order alike likely, drawn anew for each block.</summary>
/// <remarks>
/// Not balanced over the blocks: six pairs balanced to as many AB as BA have 20 orders, so their randomisation p cannot
/// go under 2/20. With two arms each draw is a fair coin, and independent coins give the sign flips on which the
/// signed-rank test rests (2/2^6 with six pairs). Shuffled after Durstenfeld 1964, doi:10.1145/364520.364540.
/// </remarks>
public static class BlockOrder
{
    /// <summary>The arms' numbers, 0 to <paramref name="arms"/> - 1, in the order of their starts.</summary>
    /// <param name="seed">The same seed gives the same order, for ever.</param>
    /// <param name="block">From 0.</param>
    /// <param name="arms">At least 1, the baseline among them.</param>
    public static ImmutableArray<int> Of(ulong seed, int block, int arms)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(block);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(arms);
        var draw = SplitMix64.At(seed, (ulong)block);
        var more = new SplitMix64(draw);
        var order = Enumerable.Range(0, arms).ToArray();
        for (var place = 0; place < arms - 1; place++, draw = more.Next())
        {
            var chosen = place + (int)Math.BigMul(draw, (ulong)(arms - place), out _);
            (order[place], order[chosen]) = (order[chosen], order[place]);
        }
        return [.. order];
    }
}
