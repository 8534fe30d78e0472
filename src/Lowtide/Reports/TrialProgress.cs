using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>A line a run on standard error; silent where nobody watches.</summary>
internal sealed class TrialProgress(TextWriter? writer, TrialPlan plan, TimeProvider time) : ITrialObserver
{
    private readonly long _started = time.GetTimestamp();
    private int _pairs;

    public void PairStarts(int pair, int pairs)
    {
        _pairs = pairs;
        if (pair == 0)
            writer?.WriteLine($"trial of {plan.Remedied.Name}: {pairs} pairs of server starts or more, seed {plan.Seed}; logs in {plan.LogFolder}");
    }

    public void RunEnded(RunResult run)
    {
        var values = TrialMetrics.All
            .Where(metric => metric.Name is "pss_bytes" or "requests_per_second" or "ready_seconds" or "stop_seconds")
            .Select(metric => $"{metric.Name} {TrialScreen.Value(metric.Of(run), metric)}");
        writer?.WriteLine($"  {time.GetElapsedTime(_started).TotalSeconds,4:0} s  pair {run.Pair + 1}/{_pairs}  {run.Arm}: {string.Join(", ", values)}");
    }

    public void RunFailed(FailedRun run) =>
        writer?.WriteLine($"  {time.GetElapsedTime(_started).TotalSeconds,4:0} s  pair {run.Pair + 1}/{_pairs}  {run.Arm}: failed, not counted: {run.Why}");

    public void Planned(int pairs, bool reachesPower)
    {
        if (pairs > _pairs)
            writer?.WriteLine($"  the pilot's variance asks for {pairs} pairs{(reachesPower ? "" : " or more")}: going on");
    }
}
