namespace Lowtide.Analysis.Statistics;

/// <summary>The order within each pair, by a fair coin of its own.</summary>
/// <remarks>
/// Not balanced to as many AB as BA: six pairs balanced 3/3 have 20 orders, so their randomisation p cannot go under
/// 2/20. Independent coins give the sign flips on which the signed-rank test rests (2/2^6 with six pairs).
/// </remarks>
public static class CoinOrder
{
    /// <summary>The order of pair <paramref name="pair"/> (from 0): the same for the same seed, for ever.</summary>
    public static PairOrder Of(ulong seed, int pair)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(pair);
        return SplitMix64.At(seed, (ulong)pair) >> 63 == 0 ? PairOrder.BaselineFirst : PairOrder.ArmFirst;
    }
}
