using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone.Sections;

/// <summary>Memory over time before and after a change.</summary>
internal sealed class BeforeAndAfterSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => material.Recordings is not [var before, var after]
        ? null
        : new ReportSection(
            "before-after", "Before and after",
            "What the whole family held, second by second, in the recording before the change and in the one after it. Both count from their own start.",
            [Chart(before, after), Table(before, after)]);

    private static LinesBlock Chart(RecordedFamily before, RecordedFamily after) => new(
        "Memory of the family (PSS)",
        $"PSS over time: {Ends(before)}; {Ends(after)}.",
        "seconds", "bytes",
        [Line(before, "baseline"), Line(after, "change")]);

    private static Series Line(RecordedFamily family, string tone)
    {
        var curve = FamilyCurves.Sum(family.Recording, memory => memory.PssBytes).Thinned();
        return new Series(family.Role!, tone, "line", curve.Seconds, curve.Values);
    }

    private static string Ends(RecordedFamily family) => $"{family.Role} ends at {Screen.Size(family.Recording.Latest.PssBytes)}";

    private static TableBlock Table(RecordedFamily before, RecordedFamily after)
    {
        return TableBlock.Of("At the end of each recording", ["", ">before", ">after"],
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
