using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Collections of a .NET process by generation, and those of generation 2 one by one.</summary>
internal sealed class CollectionsSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material)
    {
        var blocks = material.Recordings
            .SelectMany(recorded => recorded.Recording.DotNet is { } trace
                ? Blocks(recorded, trace)
                : [])
            .ToList();
        return blocks.Count == 0 ? null : new ReportSection(
            "collections", ".NET's collections",
            "How often each generation was collected, how long all threads stood still for it, and what began the collections of generation 2.", blocks);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded, DotNetTrace trace)
    {
        var (prefix, alerts) = (recorded.Prefix, CounterAlert.All(recorded.Recording));
        var lines = DotNetWords.Of(trace, recorded: null)
            .Concat(RequestWords.Of(trace.Requests is null ? null : SlowRequests.All(recorded.Recording)))
            .ToList();
        yield return new TextBlock($"{prefix}{lines[0]}", null, lines[1..]);
        if (PauseChart.Of(prefix, trace) is not { } pauses)
            yield break;
        yield return pauses;
        yield return GenerationTable.Of($"{prefix}collections by generation", trace);
        if (DotNetWords.Large(trace) is { } large)
            yield return new TextBlock(null, large, []);
        var full = DotNetWords.Full(trace).ToList();
        if (full.Count > 0)
            yield return new TextBlock($"{prefix}collections of generation 2", null, full);
        yield return TableBlock.Of(
            $"{prefix}counters and the thresholds of alerts",
            ["counter", $">{DotNetWords.AlertSpan(alerts)}", ">alert above", ""],
            DotNetWords.AlertRows(alerts));
    }
}
