using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Trials;

/// <summary>A line a run, and the time left after each pair.</summary>
/// <param name="say">Takes a line; null where nobody watches.</param>
/// <param name="before">Pairs that an earlier part of the trial ran.</param>
internal sealed class TrialProgress(Action<string>? say, TrialPlan plan, TimeProvider time, int before = 0) : ITrialObserver
{
    private static readonly TrialMetric Pss = TrialMetrics.Find(TrialMetrics.Pss)!, Rate = TrialMetrics.Find("requests_per_second")!,
        Ready = TrialMetrics.Find("ready_seconds")!, Stop = TrialMetrics.Find("stop_seconds")!;

    /// <summary>False where something else tells it all the time.</summary>
    public bool TellsTimeLeft { get; init; } = true;

    private readonly long _started = time.GetTimestamp();
    private readonly int _width = plan.Arms is [{ Command: null, Settings.Count: 0 }] ? 0 : plan.AllArms.Max(arm => arm.Name.Length);
    private int _pairs;

    private double Elapsed => time.GetElapsedTime(_started).TotalSeconds;

    public void BlockStarts(int block, int pairs)
    {
        _pairs = pairs;
        if (block == before)
            say?.Invoke($"trial of {string.Join(", ", plan.Arms.Select(arm => arm.Name))}: {TrialValues.Starts(pairs, plan)}"
                + $"{(plan.Pairs is null ? ", or more if they vary" : "")}; seed {plan.Seed}"
                + $"{(before > 0 ? $"; goes on after {before}" : "")}");
    }

    public void RunEnded(RunResult run)
    {
        var rate = run.Metrics[Rate.Name] is { } requests ? $", {TrialValues.Of(requests, Rate)}" : "";
        say?.Invoke($"{Begin(run.Arm, run.Block)}  {TrialValues.Of(run.Metrics[Pss.Name], Pss)}{rate}, ready in "
            + $"{TrialValues.Of(run.Metrics[Ready.Name], Ready)}, {(run.Killed ? "killed after" : "stop")} {TrialValues.Of(run.Metrics[Stop.Name], Stop)}");
    }

    public void RunFailed(FailedRun run) => say?.Invoke($"{Begin(run.Arm, run.Block)}  failed, does not count: {run.Why}");

    public void BlockEnded(int done, TrialCourse course)
    {
        if (!course.GoesOn)
            return;
        if (course.Pairs > _pairs)
            say?.Invoke(
                $"        {course.Pairs} pairs{(course.ReachesPower ? "" : " or more")} are needed, by how much the first vary");
        if (!TellsTimeLeft)
            return;
        var look = course.Looks.Looks.First(look => look > done);
        say?.Invoke($"        {done} of {course.Pairs}: about {TrialValues.Span(Elapsed / (done - before) * (course.Pairs - done))} to go"
            + (look < course.Pairs ? $", less if {look} pairs decide" : ""));
    }

    /// <summary>Short, so that a line fits a terminal of 80 columns.</summary>
    private string Begin(string arm, int block) =>
        $"{Elapsed,5:0} s  {block + 1}/{_pairs} {(_width > 0 ? arm.PadRight(_width) : arm == Arm.Baseline.Name ? arm : "change  ")}";
}
