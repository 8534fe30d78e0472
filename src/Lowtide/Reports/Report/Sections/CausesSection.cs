using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Whose writes copied what each worker inherited, and what stands there.</summary>
internal sealed class CausesSection : IReportSection
{
    /// <summary>A bar each; the rest is one bar, their mean.</summary>
    private const int MostBars = 20;

    private const int MostTypes = 30;

    public ReportSection? Of(ReportMaterial material)
    {
        var traced = material.Recordings
            .Select(recorded => (Recorded: recorded, Causes: recorded.Diagnosis.Causes))
            .Where(each => each.Causes is not null)
            .Select(each => (each.Recorded, Causes: each.Causes!))
            .ToList();
        if (traced.Count == 0)
            return null;
        var most = traced.Max(each => each.Causes.Workers.Max(worker => worker.Copied.Rows.Sum(row => row.Bytes)));
        return new ReportSection(
            "causes", "Copied by",
            "Whose write copied the pages that a worker inherited, told by the words that differ and by what stands there. A page that several wrote "
            + "counts for the one that would have copied it without the others.",
            [.. traced.SelectMany(each => Blocks(each.Recorded, each.Causes, most))]);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded, FamilyCauses causes, long most)
    {
        yield return new TextBlock($"{recorded.Prefix}{CauseSentences.Result(causes)}", null, [.. CauseSentences.FirstTheory(causes)]);
        if (causes.Bytes == 0)
            yield break;
        yield return Chart(recorded, causes, most);
        var types = causes.ByCause().SelectMany(cause => cause.Types, (cause, type) => (cause.Cause, Type: type))
            .OrderByDescending(row => row.Type.Bytes)
            .ToList();
        var rows = types.Take(MostTypes).Select(row => (IReadOnlyList<string>)[row.Type.Name, CauseNames.Of(row.Cause), Amount.Bytes(row.Type.Bytes)]).ToList();
        if (types.Count > MostTypes)
            rows.Add([$"{types.Count - MostTypes} more", "", Amount.Bytes(types.Skip(MostTypes).Sum(row => row.Type.Bytes))]);
        yield return TableBlock.Of($"{recorded.Prefix}by type and cause", ["type", "copied by", ">a worker"], rows, folded: true);
    }

    private static StacksBlock Chart(RecordedFamily recorded, FamilyCauses causes, long most)
    {
        var rows = causes.ByCause();
        var bars = causes.Workers.Take(MostBars).Select(worker =>
            new Stack($"worker {worker.Worker.Process.Pid}", [.. rows.Select(row => (double)worker.Copied.BytesOf(row.Cause))])).ToList();
        if (causes.Workers.Count > MostBars)
            bars.Add(new Stack(
                $"{causes.Workers.Count - MostBars} more, mean",
                [.. rows.Select(row => causes.Workers.Skip(MostBars).Average(worker => (double)worker.Copied.BytesOf(row.Cause)))]));
        return new StacksBlock(
            $"{recorded.Prefix}copied memory of each worker, by cause",
            $"Copied memory by cause, a mean worker: {string.Join(", ", rows.Select(row => $"{CauseNames.Of(row.Cause)} {Amount.Bytes(row.Bytes)}"))}.",
            Unit.Bytes,
            most,
            [new("copied by", false), new("a worker", true), new("share", true), new("what stands there", false)],
            [
                .. rows.Select(row => new StackPart(
                    $"{PageCauses.Of(row.Cause).Letter}", PageCauses.Of(row.Cause).Meaning,
                    [CauseNames.Of(row.Cause), Amount.Bytes(row.Bytes), Amount.Percent(row.Share), row.Standing])),
            ],
            bars);
    }
}
