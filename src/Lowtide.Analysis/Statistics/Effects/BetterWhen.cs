namespace Lowtide.Analysis.Statistics.Effects;

/// <summary>Which way a metric improves.</summary>
public enum BetterWhen
{
    /// <summary>Memory, latency, pauses, errors.</summary>
    Lower,

    /// <summary>Throughput, cache hits.</summary>
    Higher,
}
