namespace Lowtide.Analysis.Statistics;

/// <summary>Which of a pair's two starts comes first.</summary>
public enum PairOrder
{
    /// <summary>AB.</summary>
    BaselineFirst,

    /// <summary>BA.</summary>
    ArmFirst,
}
