using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials;

/// <summary>Every arm and the baseline once, one after the other.</summary>
internal sealed record Block(IReadOnlyDictionary<string, RunResult> Runs)
{
    public RunResult Baseline => this[Arm.Baseline];

    public RunResult this[Arm arm] => Runs[arm.Name];
}
