namespace Lowtide.Analysis.Statistics.Effects;

/// <summary>How an arm is set against its baseline.</summary>
public enum EffectScale
{
    /// <summary>arm/baseline: for bytes, seconds and rates, which are positive and vary in proportion.</summary>
    Ratio,

    /// <summary>arm - baseline, in the metric's own unit: for counts that may be 0 and for shares.</summary>
    Difference,
}
