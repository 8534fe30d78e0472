using Lowtide.Analysis.Statistics.Ranks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Analysis.Statistics.Effects;

/// <summary>What one arm did to one metric, from pairs of server starts.</summary>
/// <param name="Scale">Whether the effect is a ratio or a difference.</param>
/// <param name="Pairs">Pairs given.</param>
/// <param name="Estimate">
/// arm/baseline (1 is no effect) or arm - baseline (0 is no effect); null where there is none.
/// </param>
/// <param name="Interval">On the same scale; null exactly when <paramref name="Gap"/> says why.</param>
/// <param name="Test">The test of "no effect"; null where there is no estimate.</param>
/// <param name="Gap">Why there is no interval.</param>
/// <param name="LeastPairs">The least number of pairs that gives an interval of this confidence.</param>
public sealed record PairedEffect(
    EffectScale Scale,
    int Pairs,
    double? Estimate,
    Interval? Interval,
    SignedRank? Test,
    EffectGap Gap,
    int LeastPairs)
{
    /// <summary>Two-sided p of "no effect"; 1 where nothing could be tested, so no data never make a claim.</summary>
    public double P => Test?.PTwoSided ?? 1;

    /// <summary>
    /// The interval about 0 that a margin is held against: arm/baseline - 1, or arm - baseline in the metric's unit.
    /// </summary>
    public Interval? Change => Scale == EffectScale.Ratio ? Interval?.Rising(ratio => ratio - 1) : Interval;

    /// <summary>This estimate, with an interval that holds both, and the weaker test: what is claimed is claimed by both.</summary>
    /// <param name="other">On the same scale; without an interval it adds nothing.</param>
    public PairedEffect AndStill(PairedEffect other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Interval is null || other.Interval is null ? this
            : this with { Interval = Interval.With(other.Interval), Test = other.P > P ? other.Test : Test };
    }

    /// <summary>
    /// The ratio arm/baseline: exp of the Hodges-Lehmann estimate of log arm - log baseline, ends likewise.
    /// A single value that is not positive leaves the whole metric without an effect: dropping its pair would drop
    /// the largest effects first.
    /// </summary>
    /// <param name="baseline">One value a pair, finite.</param>
    /// <param name="arm">The other value of each pair, in the same order.</param>
    /// <param name="alpha">One minus the confidence wanted.</param>
    public static PairedEffect OnRatios(ReadOnlySpan<double> baseline, ReadOnlySpan<double> arm, double alpha = 0.05)
    {
        return LogRatios(baseline, arm) is { } logs
            ? Of(EffectScale.Ratio, logs, Math.Exp, alpha)
            : Without(EffectScale.Ratio, baseline.Length, EffectGap.NotPositive, alpha);
    }

    /// <summary>The difference arm - baseline, in the metric's unit; any sign and zeros are welcome.</summary>
    /// <inheritdoc cref="OnRatios" path="/param"/>
    public static PairedEffect OnDifferences(
        ReadOnlySpan<double> baseline, ReadOnlySpan<double> arm, double alpha = 0.05) =>
        Of(EffectScale.Difference, Differences(baseline, arm), difference => difference, alpha);

    /// <summary>Null where some value is not positive.</summary>
    internal static double[]? LogRatios(ReadOnlySpan<double> baseline, ReadOnlySpan<double> arm)
    {
        RequireFinitePairs(baseline, arm);
        if (!AllPositive(baseline) || !AllPositive(arm)) return null;
        var logs = new double[baseline.Length];
        for (var pair = 0; pair < logs.Length; pair++) logs[pair] = Math.Log(arm[pair]) - Math.Log(baseline[pair]);
        return logs;
    }

    internal static double[] Differences(ReadOnlySpan<double> baseline, ReadOnlySpan<double> arm)
    {
        RequireFinitePairs(baseline, arm);
        var differences = new double[baseline.Length];
        for (var pair = 0; pair < differences.Length; pair++) differences[pair] = arm[pair] - baseline[pair];
        return differences;
    }

    private static bool AllPositive(ReadOnlySpan<double> values) =>
        values.IndexOfAnyExceptInRange(double.Epsilon, double.MaxValue) < 0;

    private static void RequireFinitePairs(ReadOnlySpan<double> baseline, ReadOnlySpan<double> arm)
    {
        if (baseline.Length != arm.Length)
            throw new ArgumentException("Each baseline value needs the arm value of its pair.", nameof(arm));
        if (!AllFinite(baseline) || !AllFinite(arm))
            throw new ArgumentException("A value that was not read belongs to no pair.", nameof(arm));
    }

    private static bool AllFinite(ReadOnlySpan<double> values) =>
        values.IndexOfAnyExceptInRange(double.MinValue, double.MaxValue) < 0;

    private static PairedEffect Of(
        EffectScale scale, double[] differences, Func<double, double> back, double alpha)
    {
        if (differences.Length == 0) return Without(scale, pairs: 0, EffectGap.NoPairs, alpha);
        var centre = HodgesLehmann.Of(differences, alpha);
        return new PairedEffect(
            scale,
            differences.Length,
            back(centre.Estimate),
            centre.Interval?.Rising(back),
            SignedRank.Of(differences),
            centre.Interval is null ? EffectGap.TooFewPairs : EffectGap.None,
            centre.LeastPairs);
    }

    private static PairedEffect Without(EffectScale scale, int pairs, EffectGap gap, double alpha) =>
        new(scale, pairs, Estimate: null, Interval: null, Test: null, gap, Holm.LeastPairs(metrics: 1, alpha));
}
