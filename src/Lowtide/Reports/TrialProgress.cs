using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>A line a run on standard error; silent where nobody watches.</summary>
internal sealed class TrialProgress(TextWriter? writer, TrialPlan plan, TimeProvider time) : ITrialObserver
{
    private static readonly TrialMetric Pss = TrialMetrics.Find("pss_bytes")!, Rate = TrialMetrics.Find("requests_per_second")!,
        Ready = TrialMetrics.Find("ready_seconds")!, Stop = TrialMetrics.Find("stop_seconds")!;

    private readonly long _started = time.GetTimestamp();
    private int _pairs;

    private double Elapsed => time.GetElapsedTime(_started).TotalSeconds;

    public void PairStarts(int pair, int pairs)
    {
        _pairs = pairs;
        if (pair == 0)
            writer?.WriteLine($"trial of {plan.Remedied.Name}: {TrialValues.Pairs(pairs)} of server starts"
                + $"{(plan.Pairs is null ? ", or more if they vary" : "")}; seed {plan.Seed}");
        else if (pair == 1)
            writer?.WriteLine($"        a pair takes {Span(Elapsed)}: about {Span(Elapsed * (pairs - 1))} to go");
    }

    public void RunEnded(RunResult run)
    {
        var rate = run.Load.RequestsPerSecond is { } requests ? $", {TrialValues.Of(requests, Rate)}" : "";
        writer?.WriteLine($"{Begin(run.Arm, run.Pair)}  {TrialValues.Of(Pss.Of(run), Pss)} PSS{rate}, ready in "
            + $"{TrialValues.Of(Ready.Of(run), Ready)}, {(run.Killed ? "killed after" : "stopped in")} {TrialValues.Of(Stop.Of(run), Stop)}");
    }

    public void RunFailed(FailedRun run) => writer?.WriteLine($"{Begin(run.Arm, run.Pair)}  failed, does not count: {run.Why}");

    public void Planned(int pairs, bool reachesPower)
    {
        if (pairs > _pairs)
            writer?.WriteLine($"        these pairs vary so much that {pairs} are needed{(reachesPower ? "" : " or more")}: about "
                + $"{Span(Elapsed / _pairs * (pairs - _pairs))} to go");
    }

    /// <summary>Short, so that a line fits a terminal of 80 columns.</summary>
    private string Begin(string arm, int pair) =>
        $"{Elapsed,5:0} s  {pair + 1}/{_pairs} {(arm == plan.Baseline.Name ? "baseline" : "remedied")}";

    private static string Span(double seconds) => seconds < 100 ? $"{seconds:0} s" : $"{seconds / 60:0} min";
}
