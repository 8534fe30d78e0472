namespace Lowtide.Analysis.Statistics.Effects;

/// <summary>Why an effect has no interval.</summary>
public enum EffectGap
{
    /// <summary>It has one.</summary>
    None,

    /// <summary>There is no pair.</summary>
    NoPairs,

    /// <summary>A value is 0 or negative, so the ratio means nothing; look at the difference instead.</summary>
    NotPositive,

    /// <summary>There is an estimate, but no interval of this confidence with so few pairs.</summary>
    TooFewPairs,
}
