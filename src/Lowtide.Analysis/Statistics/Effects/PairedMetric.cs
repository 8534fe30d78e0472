using System.Collections.Immutable;

namespace Lowtide.Analysis.Statistics.Effects;

/// <summary>One metric of a trial as it was measured, a value an arm and pair.</summary>
/// <param name="Name">The metric's id.</param>
/// <param name="Scale">How arm and baseline are compared.</param>
/// <param name="Margin">The largest change still called the same: a fraction for ratios, else in its unit.</param>
/// <param name="BetterWhen">Which way it improves.</param>
/// <param name="Baseline">The baseline's value of each pair; empty if the metric could not be read.</param>
/// <param name="Arm">The arm's value of each pair, in the same order.</param>
public sealed record PairedMetric(
    string Name,
    EffectScale Scale,
    double Margin,
    BetterWhen BetterWhen,
    ImmutableArray<double> Baseline,
    ImmutableArray<double> Arm)
{
    /// <summary>
    /// The same pairs had their runs gone on, where some had not settled; null where all had. An effect then covers both, and claims what both show.
    /// </summary>
    public (ImmutableArray<double> Baseline, ImmutableArray<double> Arm)? Later { get; init; }

    /// <summary>
    /// One a pair, on the scale on which effects add: log arm - log baseline, or arm - baseline. Null where some value
    /// has no ratio.
    /// </summary>
    public double[]? Differences => Scale == EffectScale.Ratio
        ? PairedEffect.LogRatios(Baseline.AsSpan(), Arm.AsSpan())
        : PairedEffect.Differences(Baseline.AsSpan(), Arm.AsSpan());

    /// <summary>
    /// How far a change lies from none on the scale of <see cref="Differences"/>; of a margin of ratios the nearer end, which is upwards.
    /// </summary>
    /// <param name="change">As margins are given: arm/baseline - 1, or in its unit.</param>
    public double Distance(double change) => Math.Abs(Scale == EffectScale.Ratio ? Math.Log(1 + change) : change);

    /// <summary>The effect with an interval of confidence 1 - <paramref name="alpha"/>.</summary>
    public PairedEffect Effect(double alpha)
    {
        var effect = Effect(Baseline, Arm, alpha);
        return Later is { } later ? effect.AndStill(Effect(later.Baseline, later.Arm, alpha)) : effect;
    }

    private PairedEffect Effect(ImmutableArray<double> baseline, ImmutableArray<double> arm, double alpha) => Scale == EffectScale.Ratio
        ? PairedEffect.OnRatios(baseline.AsSpan(), arm.AsSpan(), alpha)
        : PairedEffect.OnDifferences(baseline.AsSpan(), arm.AsSpan(), alpha);
}
