using Lowtide.Analysis.Statistics;

namespace Lowtide.Trials;

/// <summary>What a pipeline demands of a trial: "better:pss_bytes".</summary>
internal sealed record Requirement(string Verdict, string Metric)
{
    /// <exception cref="Failure">A wrong call.</exception>
    public static IReadOnlyList<Requirement> ParseAll(string? text) =>
        text is null ? [] : [.. text.Split(',').Select(Parse)];

    private static Requirement Parse(string text)
    {
        if (text.Split(':') is not [var verdict, var metric] || !VerdictNames.All.Contains(verdict))
            throw Failure.Wrong($"--require takes VERDICT:METRIC, such as better:pss_bytes, not '{text}'");
        return TrialMetrics.Find(metric) is null
            ? throw Failure.Wrong($"--require: no metric '{metric}'; there are {string.Join(", ", TrialMetrics.All.Select(known => known.Name))}")
            : new Requirement(verdict, metric);
    }

    public bool HoldsIn(TrialResult result) => Actual(result) == Verdict;

    /// <summary>"not measured" is no verdict, so no data never pass.</summary>
    public string Actual(TrialResult result) =>
        result.Metrics.FirstOrDefault(metric => metric.Metric.Name == Metric) is { } found
            ? VerdictNames.Of(found.Verdict.Verdict)
            : "not measured";

    public override string ToString() => $"{Verdict}:{Metric}";
}
