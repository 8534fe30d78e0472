using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>The twin of ServerRunner: no process, no clock. Notes every start in order.</summary>
/// <param name="start">From the arm, the pair (from 0) and how many starts there were before, to a run or a Failure.</param>
internal sealed class MadeUpServers(Func<Arm, int, int, MeasuredRun> start) : IServerRunner
{
    private readonly List<(string Arm, int Pair)> _starts = [];

    public IReadOnlyList<(string Arm, int Pair)> Starts => _starts;

    /// <summary>B for baseline, A for the arm, in the order of starts.</summary>
    public string Order => string.Concat(_starts.Select(each => each.Arm == "baseline" ? 'B' : 'A'));

    public Task<MeasuredRun> RunAsync(Arm arm, int pair, CancellationToken cancellation)
    {
        _starts.Add((arm.Name, pair));
        return Task.FromResult(start(arm, pair, _starts.Count - 1));
    }
}

/// <summary>Writes down what a trial tells.</summary>
internal sealed class Listener : ITrialObserver
{
    public List<string> Heard { get; } = [];

    public void BlockStarts(int block, int pairs) => Heard.Add($"pair {block} of {pairs}");

    public void RunEnded(RunResult run) => Heard.Add($"{run.Arm} ended");

    public void RunFailed(FailedRun run) => Heard.Add($"{run.Arm} failed: {run.Why}");

    public void BlockEnded(int done, TrialCourse course) => Heard.Add($"{done} done of {course.Pairs} {course.ReachesPower}");
}
