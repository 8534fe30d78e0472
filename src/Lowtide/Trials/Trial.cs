using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials;

/// <summary>Runs blocks of every arm in drawn order until they are enough to decide.</summary>
/// <param name="begun">What an earlier part of this trial found.</param>
internal sealed class Trial(
    TrialFacts begun, IServerRunner runner, TimeProvider time, params IReadOnlyList<ITrialObserver> observers)
{
    /// <summary>Runs that fail are tried again; a server that fails this often is not one that can be measured.</summary>
    private const int MostFailures = 3;

    private readonly TrialPlan _plan = begun.Plan;
    private readonly int _failedBefore = begun.Failed.Count;

    /// <summary>The server itself starts: what then fails with an arm is the arm's doing.</summary>
    private bool _startedWithout;

    public TrialFacts Facts { get; private set; } = begun;

    public int PairsDone => Facts.Blocks.Count;

    public int PairsWanted => Facts.Course().Pairs;

    /// <exception cref="Failure">An arm failed at its first start, too many runs did, or there is nothing to compare.</exception>
    public async Task<TrialResult> RunAsync(CancellationToken cancellation)
    {
        var course = Facts.Course();
        while (course.GoesOn)
        {
            Tell(observer => observer.BlockStarts(PairsDone, course.Pairs));
            var block = await RunBlockAsync(PairsDone, cancellation);
            Facts = Facts with { Blocks = Facts.Blocks.Add(block) };
            course = Facts.Course();
            Tell(observer => observer.BlockEnded(PairsDone, course));
        }
        return TrialResult.Of(Facts);
    }

    private async Task<Block> RunBlockAsync(int block, CancellationToken cancellation)
    {
        var arms = _plan.AllArms.ToList();
        var runs = new Dictionary<string, RunResult>();
        foreach (var arm in BlockOrder.Of(_plan.Seed, block, arms.Count).Select(number => arms[number]))
            runs[arm.Name] = await RunArmAsync(arm, block, cancellation);
        return new Block(runs);
    }

    private async Task<RunResult> RunArmAsync(Arm arm, int block, CancellationToken cancellation)
    {
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                Tell(observer => observer.RunStarts(arm, block));
                var started = time.GetTimestamp();
                var measured = await runner.RunAsync(arm, block, cancellation);
                var run = RunResult.Of(_plan, arm, block, measured, time.GetElapsedTime(started).TotalSeconds);
                Tell(observer => observer.RunEnded(run));
                MustServeTheComparison(arm, run, measured);
                _startedWithout |= arm.IsBaseline;
                return run;
            }
            catch (Failure failure) when (failure is not TrialStopped)
            {
                // What failed while all was being ended failed by that.
                cancellation.ThrowIfCancellationRequested();
                // The first start of an arm: the call or the arm is at fault, not chance.
                if (block == 0)
                    throw new TrialStopped(arm.IsBaseline ? failure.Message
                        : $"with {arm.Name}{(_startedWithout ? "" : ", before any start without it")}: {failure.Message}");
                var failed = new FailedRun(arm.Name, block, failure.Message);
                Facts = Facts with { Failed = Facts.Failed.Add(failed) };
                Tell(observer => observer.RunFailed(failed));
                if (Facts.Failed.Count - _failedBefore is > MostFailures and var failures)
                    throw new TrialStopped($"{failures} runs failed, the last with {arm.Name}: {failure.Message}");
            }
        }
    }

    /// <summary>What no further block would mend ends the trial at once.</summary>
    private void MustServeTheComparison(Arm arm, RunResult run, MeasuredRun measured)
    {
        if (run.InEffect.GetValueOrDefault(arm.Name) == false)
            throw new TrialStopped($"{arm.Name} did not take effect in every worker of pair {run.Block + 1}: "
                + (WhyNot(arm, measured.Recording.Latest) is { } why ? why : "there is nothing to prove"));
        if (arm.IsBaseline && run.InEffect.FirstOrDefault(each => each.Value == true).Key is { } on)
            throw new TrialStopped($"{on} is on in the baseline as well, set by the server or its environment: there is nothing to compare");
        if (run.Block == 0 && run.Metrics[_plan.Primary] is null)
            throw new TrialStopped($"{_plan.Primary}, which is to decide, could not be read: {_plan.PrimaryMetric.WhyUnread(measured)}");
        if (run.Block == 0 && _plan.SlowSeconds is not null && measured.Load.SlowShare is null)
            throw new TrialStopped("--slow needs a load that tells of each request, as 'lowtide load' and 'hey -o csv' do");
    }

    private static string? WhyNot(Arm arm, FamilySnapshot family) => arm.Remedies
        .Select(id => RemedyCatalogue.Find(id)!.Refusal(family) is { } refusal ? $"{id} cannot apply, for {refusal}" : null)
        .FirstOrDefault(refusal => refusal is not null);

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
    /// <param name="block">From 0.</param>
    /// <param name="pairs">That are wanted, as far as is known.</param>
    void BlockStarts(int block, int pairs)
    {
    }

    /// <param name="block">From 0.</param>
    void RunStarts(Arm arm, int block)
    {
    }

    /// <summary>Also of a run that then ends the trial.</summary>
    void RunEnded(RunResult run)
    {
    }

    void RunFailed(FailedRun run)
    {
    }

    /// <param name="done">Blocks, this one among them.</param>
    void BlockEnded(int done, TrialCourse course)
    {
    }
}
