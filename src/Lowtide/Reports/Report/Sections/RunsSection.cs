using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Past;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Every start of a trial as a point, those that failed or were disturbed named.</summary>
internal sealed class RunsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => material.Trials.Count == 0
        ? null
        : new ReportSection(
            "runs", "Every run",
            "One point is one start of the server, after its load. Pairs stand one above the other; a diamond is a run that something else disturbed.",
            [.. material.Trials.SelectMany(Blocks)]);

    private static IEnumerable<ReportBlock> Blocks(PastTrial trial)
    {
        if (trial.Result is { } result)
        {
            yield return Chart(result);
            yield return Table(result);
            if (result.Disturbed.Runs.Count > 0)
                yield return TableBlock.Of(
                    "What disturbed runs; they count all the same", [">pair", "arm", "what was seen"],
                    result.Disturbed.Runs.Select(disturbed => (IReadOnlyList<string>)
                        [$"{disturbed.Run.Block + 1}", disturbed.Run.Arm, Disturbances(disturbed.Run, result) ?? ""]),
                    folded: true);
        }
        if (trial.Facts.Failed.Count > 0)
            yield return TableBlock.Of(
                "Starts that failed, and did not count", ["arm", ">pair", "why"],
                trial.Facts.Failed.Select(failed => (IReadOnlyList<string>)[failed.Arm, $"{failed.Block + 1}", failed.Why]));
    }

    private static LinesBlock Chart(TrialResult result)
    {
        var metric = result.Plan.PrimaryMetric;
        return new LinesBlock(
            $"{metric.Title} of every run",
            $"{metric.Title} of each run, pair by pair, baseline and arms.",
            "pair", metric.Unit,
            [.. result.Plan.AllArms.Select(arm => Runs(arm, metric, result))]);
    }

    private static Series Runs(Arm arm, TrialMetric metric, TrialResult result)
    {
        var runs = result.Facts.Runs.Where(run => run.Arm == arm.Name && run.Value(metric.Name) is not null).ToList();
        return new Series(
            arm.Name, arm.IsBaseline ? "baseline" : "change", "points",
            [.. runs.Select(run => run.Block + 1.0)], [.. runs.Select(run => run.Value(metric.Name)!.Value)],
            Notes: [.. runs.Select(run => Disturbances(run, result))]);
    }

    private static string? Disturbances(RunResult run, TrialResult result) =>
        result.Disturbed.Runs.FirstOrDefault(disturbed => disturbed.Run == run) is { } found
            ? string.Join("; ", found.Disturbances.Select(disturbance => disturbance.Text))
            : null;

    private static TableBlock Table(TrialResult result)
    {
        var metrics = result.Plan.Metrics.Where(metric => result.Facts.Runs.Any(run => run.Value(metric.Name) is not null)).ToList();
        return TableBlock.Of(
            "Every run in figures",
            [">pair", "arm", .. metrics.Select(metric => $">{metric.Title}"), ">requests", ">workers", "disturbed"],
            result.Facts.Runs.Select(run => (IReadOnlyList<string>)
            [
                $"{run.Block + 1}", run.Arm, .. metrics.Select(metric => TrialValues.Of(run.Value(metric.Name), metric)),
                run.Requests is { } requests ? TrialValues.Count(requests) : "-", $"{run.Workers}", Disturbances(run, result) is null ? "" : "yes",
            ]),
            folded: true);
    }
}
