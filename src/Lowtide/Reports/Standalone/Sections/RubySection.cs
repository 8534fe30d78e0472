using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone.Sections;

/// <summary>What the memory of a Ruby family is, and its heap over time where the kit was at work.</summary>
internal sealed class RubySection : IReportSection
{
    private const int MostLines = 8;

    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = material.Recordings.SelectMany(Blocks).ToList();
        return blocks.Count == 0 ? null : new ReportSection(
            "ruby", "Ruby's memory",
            "What the family's memory is, in parts that sum to its PSS, and how full the slots of Ruby's heap are.", blocks);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded)
    {
        var family = recorded.Recording.Latest;
        var lines = RubyWords.Of(family).ToList();
        if (lines.Count > 0)
            yield return new TextBlock($"{recorded.Prefix}{lines[0]}", null, lines[1..]);
        if (BreakdownTable.Rows(family) is { } rows)
            yield return TableBlock.Of($"{recorded.Prefix}memory by what it is", ["memory", ">bytes", ">of PSS"], rows);
        var curves = Curves(recorded.Recording);
        if (curves.Count > 0)
            yield return new LinesBlock(
                $"{recorded.Prefix}share of the slots that are free",
                $"Free slots of {curves[0].Name} go from {Amount.Percent(curves[0].Curve.Values[0])} to {Amount.Percent(curves[0].Curve.Values[^1])}.",
                "seconds", Unit.Share,
                [.. curves.Select(curve => curve.Curve.Thinned().As(curve.Name, "plain"))]);
    }

    /// <summary>Of the processes that were seen for longest.</summary>
    private static List<(string Name, Curve Curve)> Curves(Recording recording) =>
    [
        .. recording.Samples
            .Where(sample => sample.Ruby?.FreeShare is not null)
            .GroupBy(sample => (sample.Pid, sample.StartTicks))
            .Where(process => process.Skip(1).Any())
            .OrderByDescending(process => process.Count())
            .Take(MostLines)
            .Select(process => (
                $"{(process.Last().Role == Role.Worker ? "worker" : "process")} {process.Key.Pid}",
                new Curve([.. process.Select(sample => Math.Round(sample.Seconds, 2))], [.. process.Select(sample => sample.Ruby!.FreeShare!.Value)]))),
    ];
}
