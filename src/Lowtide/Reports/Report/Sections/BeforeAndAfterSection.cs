using Lowtide.Analysis;
using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Results;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Memory over time without and with a change: in the runs of a trial, and in the recordings before and after it.</summary>
internal sealed class BeforeAndAfterSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = material.Trials.Select(trial => trial.Result).OfType<TrialResult>().SelectMany(Blocks).ToList();
        if (material.Recordings is [{ IsTrace: false } before, { IsTrace: false } after])
            blocks.AddRange([Chart(before, after), Table(before, after)]);
        return blocks.Count == 0
            ? null
            : new ReportSection(
                "before-after", material.AreOfTwoServers ? "Two servers" : "Before and after",
                material.AreOfTwoServers
                    ? "What each family held, second by second. Each curve counts from its own start."
                    : "What the whole family held, second by second, without the change and with it. Each curve counts from its own start.",
                blocks);
    }

    /// <summary>None where no run has it.</summary>
    private static IEnumerable<ReportBlock> Blocks(TrialResult result)
    {
        var curves = result.Plan.AllArms.Select(arm => Middle(arm, result)).OfType<Series>().ToList();
        if (curves.Count == 0)
            yield break;
        yield return new LinesBlock(
                "Memory of the family (PSS) under the trial's load: the median of the runs at each second, and from the least to the most",
                "PSS since the server was ready, under load: "
                    + string.Join("; ", curves.Select(curve => $"{curve.Name} ends at {TrialValues.Of(curve.Y[^1], Unit.Bytes)}")) + ".",
                "seconds", Unit.Bytes, curves);
        var without = result.Plan.AllArms.Select(arm => arm.Name).Except(curves.Select(curve => curve.Name)).ToList();
        if (without.Count > 0)
            yield return new TextBlock(null, $"No curve of {string.Join(", ", without)}: its load was over before PSS was read more than once. "
                + "Lowtide reads it for at most 2% of the time, as the server cannot map memory meanwhile.", []);
    }

    /// <summary>Second by second over an arm's runs, as long as half of them went on.</summary>
    private static Series? Middle(Arm arm, TrialResult result)
    {
        var runs = result.Facts.Runs.Where(run => run.Arm == arm.Name && run.MemoryOverTime is not null).ToList();
        var seconds = runs
            .SelectMany(run => run.MemoryOverTime!
                .Where(point => point.PssBytes is not null)
                .GroupBy(point => Math.Round(point.Seconds))
                .Select(second => (Second: second.Key, Bytes: (double)second.Last().PssBytes!.Value)))
            .GroupBy(point => point.Second, point => point.Bytes)
            .Where(second => second.Count() * 2 >= runs.Count)
            .OrderBy(second => second.Key)
            .Select(second => (second.Key, Values: second.Order().ToArray()))
            .ToList();
        return seconds.Count == 0
            ? null
            : new Curve(
                [.. seconds.Select(second => second.Key)], [.. seconds.Select(second => Quantile.OfSorted(second.Values, 0.5))],
                [.. seconds.Select(second => second.Values[0])], [.. seconds.Select(second => second.Values[^1])])
                .Thinned().As(arm.Name, arm.IsBaseline ? "baseline" : "change");
    }

    private static LinesBlock Chart(RecordedFamily before, RecordedFamily after) => new(
        "Memory of the family (PSS) in the two recordings",
        $"PSS over time: {Ends(before)}; {Ends(after)}.",
        "seconds", Unit.Bytes,
        [Line(before, "baseline"), Line(after, "change")]);

    private static Series Line(RecordedFamily family, string tone) =>
        FamilyCurves.Sum(family.Recording, memory => memory.PssBytes).Thinned().As(family.Role!, tone);

    private static string Ends(RecordedFamily family) => $"{family.Role} ends at {Screen.Size(family.Recording.Latest.PssBytes)}";

    private static TableBlock Table(RecordedFamily before, RecordedFamily after)
    {
        return TableBlock.Of("At the end of each recording", ["", $">{before.Role}", $">{after.Role}"],
        [
            Row("memory of the family (PSS)", family => Screen.Size(family.PssBytes)),
            Row("private memory", family => Screen.Size(family.PrivateBytes)),
            Row("inherited and still shared, a worker", family => Screen.Size(Inherited(family))),
            Row("workers", family => $"{family.Workers.Count}"),
        ]);

        IReadOnlyList<string> Row(string name, Func<FamilySnapshot, string> value) =>
            [name, value(before.Recording.Latest), value(after.Recording.Latest)];
    }

    private static long? Inherited(FamilySnapshot family) => family.Workers.Count > 0 && family.Workers.All(worker => worker.Census is not null)
        ? family.Workers.Sum(worker => worker.Census!.Tally.InheritedSharedBytes) / family.Workers.Count
        : null;
}
