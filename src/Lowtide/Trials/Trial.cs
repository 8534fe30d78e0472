using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>Runs pairs in coin order until there are enough, and decides once.</summary>
internal sealed class Trial(TrialPlan plan, IServerRunner runner, ITrialObserver observer)
{
    /// <summary>Pairs whose spread plans the rest. They count: the plan looks at their spread, never at their direction.</summary>
    private const int PilotPairs = PairsFromPilot.Least;

    /// <summary>Runs that fail are tried again; a server that fails this often is not one that can be measured.</summary>
    private const int MostFailures = 3;

    private readonly List<(RunResult Baseline, RunResult Arm)> _pairs = [];
    private readonly List<FailedRun> _failed = [];

    /// <exception cref="Failure">The first run failed, too many did, or the remedy did not take effect.</exception>
    public async Task<TrialResult> RunAsync(CancellationToken cancellation)
    {
        var wanted = plan.Pairs ?? PilotPairs;
        var reachesPower = true;
        while (_pairs.Count < wanted)
        {
            observer.PairStarts(_pairs.Count, wanted);
            await RunPairAsync(cancellation);
            if (plan.Pairs is null && _pairs.Count == PilotPairs)
            {
                (wanted, reachesPower) = PlannedPairs();
                observer.Planned(wanted, reachesPower);
            }
        }
        return TrialResult.Of(plan, _pairs, _failed, reachesPower);
    }

    private async Task RunPairAsync(CancellationToken cancellation)
    {
        var pair = _pairs.Count;
        var baselineFirst = CoinOrder.Of(plan.Seed, pair) == PairOrder.BaselineFirst;
        var first = await RunArmAsync(baselineFirst ? plan.Baseline : plan.Remedied, pair, cancellation);
        var second = await RunArmAsync(baselineFirst ? plan.Remedied : plan.Baseline, pair, cancellation);
        _pairs.Add(baselineFirst ? (first, second) : (second, first));
    }

    private async Task<RunResult> RunArmAsync(Arm arm, int pair, CancellationToken cancellation)
    {
        while (true)
        {
            try
            {
                var run = await runner.RunAsync(arm, pair, cancellation);
                observer.RunEnded(run);
                if (arm == plan.Remedied && TrialResult.TookEffectIn(plan, run) == false)
                    throw new TrialStopped($"{arm.Name} did not take effect in every worker of pair {pair + 1}: there is nothing to prove");
                return run;
            }
            catch (Failure failure) when (failure is not TrialStopped)
            {
                _failed.Add(new FailedRun(arm.Name, pair, failure.Message));
                observer.RunFailed(_failed[^1]);
                // Nothing has ever run: the call is at fault, not chance.
                var neverRan = _pairs.Count == 0 && _failed.Count == 1;
                if (neverRan || _failed.Count > MostFailures)
                    throw new TrialStopped(neverRan ? failure.Message : $"{_failed.Count} runs failed, the last: {failure.Message}");
            }
        }
    }

    /// <summary>Enough to see the effect asked for, and enough to call two equal arms equivalent.</summary>
    private (int Pairs, bool ReachesPower) PlannedPairs()
    {
        var metric = TrialMetrics.Find(plan.Primary)!;
        var values = PairedValues.Of(metric, _pairs);
        if (metric.Scale != EffectScale.Ratio || PilotSpread.OfRatios(values.Baseline.AsSpan(), values.Arm.AsSpan()) is not { } pilot)
            return (PilotPairs, true);
        var see = PairsFromPilot.ToSee(pilot, plan.Effect, plan.Alpha, cap: plan.MostPairs);
        var equal = PairsFromPilot.ToShowEquivalence(pilot, plan.Margin ?? metric.Margin, plan.Alpha, cap: plan.MostPairs);
        return (Math.Max(see.Pairs, equal.Pairs), see.ReachesPower && equal.ReachesPower);
    }
}

/// <summary>The trial cannot go on.</summary>
internal sealed class TrialStopped(string message) : Failure(message);

/// <summary>Follows a trial; returns are void because nothing it does may change the outcome.</summary>
internal interface ITrialObserver
{
    void PairStarts(int pair, int pairs);

    void RunEnded(RunResult run);

    void RunFailed(FailedRun run);

    void Planned(int pairs, bool reachesPower);
}
