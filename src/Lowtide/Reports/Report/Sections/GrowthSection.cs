using Lowtide.Analysis;
using Lowtide.Analysis.Growth;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;

namespace Lowtide.Reports.Report.Sections;

/// <summary>How the memory of a serving process went, with the course that fits it best.</summary>
internal sealed class GrowthSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var courses = material.Recordings.Where(recorded => recorded.Diagnosis.Growth is { Course.Fitted.Count: > 0 }).Select(Chart).ToList();
        var own = material.Recordings.Select(LoneMemory.Of).OfType<LinesBlock>().ToList();
        return courses.Count + own.Count == 0
            ? null
            : new ReportSection(
                "growth", "Memory over time",
                courses.Count > 0
                    ? "What a serving process holds, in the mean, with the course that fits best: level, load and what rises beside them."
                    : "What the process held, from the beginning of the recording to its end. Whether it goes on so cannot be told from it yet.",
                [.. courses, .. own]);
    }

    private static LinesBlock Chart(RecordedFamily recorded)
    {
        var judged = recorded.Diagnosis.Growth!;
        var growth = judged.Course;
        var (read, fitted) = (Curve(judged.Points).Thinned(), Curve(growth.Fitted));
        return new LinesBlock(
            $"{recorded.Prefix}memory {GrowthWords.Verb(growth.Shape)}, {GrowthWords.Series(judged.Of, recorded.Recording.DotNet)}",
            $"It goes from {TrialValues.Of(read.Values[0], Unit.Bytes)} to {TrialValues.Of(read.Values[^1], Unit.Bytes)}.",
            "seconds", Unit.Bytes,
            [read.As("read", "plain"), fitted.As("course that fits best", "change")]);
    }

    private static Curve Curve(IReadOnlyList<GrowthPoint> points) =>
        new([.. points.Select(point => Math.Round(point.Seconds, 2))], [.. points.Select(point => point.Bytes)]);
}
