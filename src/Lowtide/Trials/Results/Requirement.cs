using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Metrics;

namespace Lowtide.Trials.Results;

/// <summary>What a pipeline demands of a trial: "better:pss_bytes", "not-worse:latency_p99_seconds@gc".</summary>
/// <param name="Arm">Null: of every arm.</param>
internal sealed record Requirement(string Verdict, string Metric, string? Arm)
{
    public const string NotWorse = "not-worse";

    /// <exception cref="Failure">A wrong call.</exception>
    public static IReadOnlyList<Requirement> ParseAll(string? text, TrialPlan plan) =>
        text is null ? [] : [.. text.Split(',').Select(each => Parse(each, plan))];

    private static Requirement Parse(string text, TrialPlan plan)
    {
        var parts = text.Split('@', 2);
        if (parts[0].Split(':') is not [var verdict, var metric] || !(verdict == NotWorse || VerdictNames.All.Contains(verdict)))
            throw Failure.Wrong("--require takes VERDICT:METRIC[@ARM], such as better:pss_bytes (a verdict is better, worse, "
                + $"equivalent, undecided or not-worse), not '{text}'");
        if (TrialMetrics.Find(metric) is null)
            throw Failure.Wrong($"--require: no metric '{metric}'; there are {TrialMetrics.Names}");
        var arm = parts.ElementAtOrDefault(1);
        return arm is null || plan.Arms.Any(each => each.Name == arm)
            ? new Requirement(verdict, metric, arm)
            : throw Failure.Wrong($"--require: no arm '{arm}'; there are {string.Join(", ", plan.Arms.Select(each => each.Name))}");
    }

    /// <summary>In each arm that it is asked of.</summary>
    public IEnumerable<RequirementOutcome> In(TrialResult result) => result.Arms
        .Where(arm => Arm is null || arm.Arm.Name == Arm)
        .Select(arm => new RequirementOutcome(this, arm, arm.Metrics.FirstOrDefault(metric => metric.Metric.Name == Metric)));

    /// <summary>Null where it holds; otherwise what came out instead, of the first arm that broke it.</summary>
    public string? Broken(TrialResult result) => In(result).FirstOrDefault(outcome => !outcome.Holds) is { } broken
        ? $"required {this}, but {Metric}{(result.Arms.Count > 1 ? $" of {broken.Arm.Arm.Name}" : "")} came out {broken.Actual}"
        : null;

    public override string ToString() => $"{Verdict}:{Metric}{(Arm is null ? "" : $"@{Arm}")}";
}
