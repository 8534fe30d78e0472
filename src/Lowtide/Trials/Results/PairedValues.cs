using System.Collections.Immutable;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>A metric's values block by block; blocks in which either side was not read are left out.</summary>
internal sealed record PairedValues(ImmutableArray<double> Baseline, ImmutableArray<double> Arm)
{
    public static PairedValues Of(string metric, Arm arm, IEnumerable<Block> blocks) => Of(run => run.Value(metric), arm, blocks);

    public static PairedValues Of(Func<RunResult, double?> value, Arm arm, IEnumerable<Block> blocks)
    {
        var read = blocks
            .Select(block => (Baseline: value(block.Baseline), Arm: value(block[arm])))
            .Where(pair => pair is { Baseline: not null, Arm: not null })
            .ToList();
        return new PairedValues([.. read.Select(pair => pair.Baseline!.Value)], [.. read.Select(pair => pair.Arm!.Value)]);
    }
}
