namespace Lowtide.Analysis.Statistics.Verdicts;

/// <summary>What a trial says of one arm.</summary>
/// <param name="Name">The arm's name.</param>
/// <param name="Primary">The verdict on the arm.</param>
/// <param name="Others">Its other metrics, in the order given.</param>
public sealed record ArmDecision(string Name, MetricVerdict Primary, IReadOnlyList<MetricVerdict> Others);
