using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;

namespace Lowtide.Reports.Report.Sections;

/// <summary>How much each worker shares with the others, over the seconds of a recording.</summary>
internal sealed class SharingSection : IReportSection
{
    /// <summary>More lines than that are a tangle: then their middle and their spread are shown.</summary>
    private const int MostLines = 6;

    public ReportSection? Of(ReportMaterial material)
    {
        var charts = material.Recordings.SelectMany(Charts).ToList();
        return charts.Count == 0
            ? null
            : new ReportSection(
                "sharing", "Sharing over time",
                "What the workers have in common with another process, second by second. A line that falls is a worker that copies what it "
                + "inherited; one that begins later is a worker that was started anew.",
                charts);
    }

    private static IEnumerable<ReportBlock> Charts(RecordedFamily recorded)
    {
        var workers = FamilyCurves.Workers(recorded.Recording, memory => memory.SharedBytes);
        if (workers.Count == 0)
            yield break;
        yield return Chart(recorded, workers);
        var total = FamilyCurves.Sum(recorded.Recording, memory => memory.PssBytes).Thinned();
        var own = FamilyCurves.Sum(recorded.Recording, memory => memory.PrivateBytes).Thinned();
        if (total.Seconds.Count > 0)
            yield return new LinesBlock(
                $"{recorded.Prefix}the whole family",
                $"PSS of the family goes from {TrialValues.Of(total.Values[0], Unit.Bytes)} to {TrialValues.Of(total.Values[^1], Unit.Bytes)}.",
                "seconds", Unit.Bytes,
                [
                    total.As("in all (PSS)", "plain"),
                    own.As("private", "plain"),
                ]);
    }

    private static LinesBlock Chart(RecordedFamily recorded, IReadOnlyList<(int Pid, Curve Curve)> workers)
    {
        var lines = workers.Count <= MostLines
            ? workers.Select(worker => worker.Curve.Thinned().As($"worker {worker.Pid}", "plain")).ToList()
            : [FamilyCurves.Middle(recorded.Recording, memory => memory.SharedBytes).Thinned().As("median worker", "plain")];
        return new LinesBlock(
            $"{recorded.Prefix}shared memory of " + (workers.Count <= MostLines
                ? "each worker"
                : $"{workers.Count} workers: median, and from the least to the most"),
            $"Shared memory of {workers.Count} workers over time; the first goes from {TrialValues.Of(workers[0].Curve.Values[0], Unit.Bytes)} "
            + $"to {TrialValues.Of(workers[0].Curve.Values[^1], Unit.Bytes)}.",
            "seconds", Unit.Bytes,
            [.. lines, .. Census(recorded.Recording)]);
    }

    /// <summary>At its start and its end every page was looked at.</summary>
    private static IEnumerable<Series> Census(Recording recording)
    {
        var known = recording.Snapshots
            .Select(family => (
                Seconds: Math.Round((family.At - recording.BeganAt).TotalSeconds, 2),
                Tallies: family.Workers.Select(worker => worker.Census?.Tally).OfType<PageTally>().ToList()))
            .Where(moment => moment.Tallies.Count > 0)
            .ToList();
        if (known.Count > 0)
            yield return new Series(
                "inherited and still shared, mean (page census)", "baseline", "points",
                [.. known.Select(moment => moment.Seconds)],
                [.. known.Select(moment => moment.Tallies.Average(tally => tally.InheritedSharedBytes))]);
    }
}
