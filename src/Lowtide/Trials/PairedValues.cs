using System.Collections.Immutable;

namespace Lowtide.Trials;

/// <summary>A metric's values pair by pair; pairs in which either side was not read are left out.</summary>
internal sealed record PairedValues(ImmutableArray<double> Baseline, ImmutableArray<double> Arm)
{
    public static PairedValues Of(TrialMetric metric, IReadOnlyList<(RunResult Baseline, RunResult Arm)> pairs)
    {
        var read = pairs
            .Select(pair => (Baseline: metric.Of(pair.Baseline), Arm: metric.Of(pair.Arm)))
            .Where(pair => pair is { Baseline: not null, Arm: not null })
            .ToList();
        return new PairedValues([.. read.Select(pair => pair.Baseline!.Value)], [.. read.Select(pair => pair.Arm!.Value)]);
    }
}
