using Lowtide.Analysis.Statistics.Effects;

namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>What one arm was measured by, against the baseline.</summary>
/// <param name="Name">The arm's name.</param>
/// <param name="Primary">The metric, named beforehand, that decides.</param>
/// <param name="Others">Every other metric named beforehand that was measured; in the order in which they are tested (<see cref="TrialDecision"/>).</param>
public sealed record ArmMetrics(string Name, PairedMetric Primary, IReadOnlyList<PairedMetric> Others);
