using Lowtide.Analysis.Statistics;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>A line a run on standard error, and the time left after each pair; silent where nobody watches.</summary>
/// <param name="before">Pairs that an earlier part of the trial ran.</param>
internal sealed class TrialProgress(TextWriter? writer, TrialPlan plan, TimeProvider time, int before = 0) : ITrialObserver
{
    private static readonly TrialMetric Pss = TrialMetrics.Find(TrialMetrics.Pss)!, Rate = TrialMetrics.Find("requests_per_second")!,
        Ready = TrialMetrics.Find("ready_seconds")!, Stop = TrialMetrics.Find("stop_seconds")!;

    private readonly long _started = time.GetTimestamp();
    private readonly int _width = plan.Arms is [{ Command: null, Settings.Count: 0 }] ? 0 : plan.AllArms.Max(arm => arm.Name.Length);
    private int _pairs;

    private double Elapsed => time.GetElapsedTime(_started).TotalSeconds;

    public void BlockStarts(int block, int pairs)
    {
        _pairs = pairs;
        if (block == before)
            writer?.WriteLine($"trial of {string.Join(", ", plan.Arms.Select(arm => arm.Name))}: {TrialValues.Starts(pairs, plan)}"
                + $"{(plan.Pairs is null ? ", or more if they vary" : "")}; seed {plan.Seed}"
                + $"{(before > 0 ? $"; goes on after {before}" : "")}");
    }

    public void RunEnded(RunResult run)
    {
        var rate = run.Metrics[Rate.Name] is { } requests ? $", {TrialValues.Of(requests, Rate)}" : "";
        writer?.WriteLine($"{Begin(run.Arm, run.Block)}  {TrialValues.Of(run.Metrics[Pss.Name], Pss)}{rate}, ready in "
            + $"{TrialValues.Of(run.Metrics[Ready.Name], Ready)}, {(run.Killed ? "killed after" : "stop")} {TrialValues.Of(run.Metrics[Stop.Name], Stop)}");
    }

    public void RunFailed(FailedRun run) => writer?.WriteLine($"{Begin(run.Arm, run.Block)}  failed, does not count: {run.Why}");

    public void BlockEnded(int done, TrialCourse course)
    {
        if (!course.GoesOn)
            return;
        if (course.Pairs > _pairs)
            writer?.WriteLine(
                $"        these pairs vary so much that {course.Pairs} are needed{(course.ReachesPower ? "" : " or more")}");
        var look = course.Looks.Looks.First(look => look > done);
        writer?.WriteLine($"        {done} of {course.Pairs}: about {Span(Elapsed / (done - before) * (course.Pairs - done))} to go"
            + (look < course.Pairs ? $", less if {look} pairs decide" : ""));
    }

    /// <summary>Short, so that a line fits a terminal of 80 columns.</summary>
    private string Begin(string arm, int block) =>
        $"{Elapsed,5:0} s  {block + 1}/{_pairs} {(_width > 0 ? arm.PadRight(_width) : arm == Arm.Baseline.Name ? arm : "remedied")}";

    private static string Span(double seconds) => seconds switch
    {
        < 100 => $"{seconds:0} s",
        < 100 * 60 => $"{seconds / 60:0} min",
        _ => $"{seconds / 3600:0} h",
    };
}
