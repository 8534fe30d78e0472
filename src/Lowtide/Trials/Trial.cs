using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>Runs pairs in coin order until there are enough, and decides once.</summary>
internal sealed class Trial(TrialPlan plan, IServerRunner runner, params IReadOnlyList<ITrialObserver> observers)
{
    /// <summary>Pairs whose spread plans the rest. They count: the plan looks at their spread, never at their direction.</summary>
    private const int PilotPairs = PairsFromPilot.Least;

    /// <summary>Runs that fail are tried again; a server that fails this often is not one that can be measured.</summary>
    private const int MostFailures = 3;

    private readonly List<(RunResult Baseline, RunResult Arm)> _pairs = [];
    private readonly List<FailedRun> _failed = [];

    public int PairsWanted { get; private set; } = plan.Pairs ?? PilotPairs;

    public int PairsDone => _pairs.Count;

    /// <exception cref="Failure">An arm failed at its first start, too many runs did, or there is nothing to compare.</exception>
    public async Task<TrialResult> RunAsync(CancellationToken cancellation)
    {
        var reachesPower = true;
        while (PairsDone < PairsWanted)
        {
            Tell(observer => observer.PairStarts(PairsDone, PairsWanted));
            await RunPairAsync(cancellation);
            if (plan.Pairs is null && PairsDone == PilotPairs)
            {
                (PairsWanted, reachesPower) = PlannedPairs();
                Tell(observer => observer.Planned(PairsWanted, reachesPower));
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
            cancellation.ThrowIfCancellationRequested();
            try
            {
                var run = await runner.RunAsync(arm, pair, cancellation);
                Tell(observer => observer.RunEnded(run));
                MustServeTheComparison(arm, run);
                return run;
            }
            catch (Failure failure) when (failure is not TrialStopped)
            {
                // What failed while all was being ended failed by that.
                cancellation.ThrowIfCancellationRequested();
                // The first start of an arm: the call or the remedy is at fault, not chance.
                if (pair == 0)
                    throw new TrialStopped(arm == plan.Remedied ? $"with {arm.Name}: {failure.Message}" : failure.Message);
                _failed.Add(new FailedRun(arm.Name, pair, failure.Message));
                Tell(observer => observer.RunFailed(_failed[^1]));
                if (_failed.Count > MostFailures)
                    throw new TrialStopped($"{_failed.Count} runs failed, the last with {arm.Name}: {failure.Message}");
            }
        }
    }

    /// <summary>What no further pair would mend ends the trial at once.</summary>
    private void MustServeTheComparison(Arm arm, RunResult run)
    {
        var name = plan.Remedied.Name;
        var tookEffect = TrialResult.TookEffectIn(plan, run);
        if (arm == plan.Remedied && tookEffect == false)
            throw new TrialStopped($"{name} did not take effect in every worker of pair {run.Pair + 1}: there is nothing to prove");
        if (arm == plan.Baseline && tookEffect == true)
            throw new TrialStopped($"{name} is on in the baseline as well, set by the server or its environment: there is nothing to compare");
        if (run.Pair == 0 && TrialMetrics.Find(plan.Primary)!.Of(run) is null)
            throw new TrialStopped($"{plan.Primary}, which is to decide, could not be read: {TrialMetrics.WhyUnread(plan.Primary, run)}");
        if (run.Pair == 0 && plan.SlowSeconds is not null && run.Load.SlowShare is null)
            throw new TrialStopped("--slow needs a load that lists its requests, as 'hey -o csv' does");
    }

    /// <summary>Enough to see the effect asked for, and enough to call two equal arms equivalent.</summary>
    private (int Pairs, bool ReachesPower) PlannedPairs()
    {
        var metric = TrialResult.PrimaryOf(plan);
        return PairsNeeded.Planned(metric, PairedValues.Of(metric, _pairs), plan.Effect, plan.Alpha, plan.MostPairs) is { } planned
            ? (planned.Pairs, planned.ReachesPower)
            : (PilotPairs, true);
    }

    private void Tell(Action<ITrialObserver> what)
    {
        foreach (var observer in observers)
            what(observer);
    }
}

/// <summary>The trial cannot go on.</summary>
internal sealed class TrialStopped(string message) : Failure(message);

/// <summary>Follows a trial; a test or a report overrides what it wants to know.</summary>
internal interface ITrialObserver
{
    /// <param name="pair">From 0.</param>
    void PairStarts(int pair, int pairs)
    {
    }

    /// <summary>Also of a run that then ends the trial.</summary>
    void RunEnded(RunResult run)
    {
    }

    void RunFailed(FailedRun run)
    {
    }

    /// <summary>After the pilot, where the user did not say how many pairs.</summary>
    void Planned(int pairs, bool reachesPower)
    {
    }
}
