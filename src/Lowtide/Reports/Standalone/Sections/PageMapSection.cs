using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone.Sections;

/// <summary>Page by page what became of each worker's memory since its fork.</summary>
internal sealed class PageMapSection : IReportSection
{
    private const int MostMaps = 20;

    public ReportSection? Of(ReportMaterial material)
    {
        var shown = material.Recordings.Where(recorded => recorded.Recording.Latest.Workers.Any(worker => worker.Census is not null)).ToList();
        return shown.Count == 0
            ? null
            : new ReportSection(
                "pages", "Pages of each worker",
                "The memory that a fork shares until somebody writes to it, at the end of the recording, in order of address. Each worker was "
                + "looked at page by page.",
                [.. shown.SelectMany(recorded => Blocks(recorded, MostMaps / shown.Count))]);
    }

    private static IEnumerable<ReportBlock> Blocks(RecordedFamily recorded, int mostMaps)
    {
        // Those that lost most first: it is theirs that an engineer wants to see.
        var workers = recorded.Recording.Latest.Workers
            .Where(worker => worker.Census is not null)
            .OrderByDescending(worker => worker.Census!.Tally.CopiedBytes)
            .ThenBy(worker => worker.Process.Pid)
            .ToList();
        var shown = workers.Take(mostMaps).ToList();
        var maps = WorkerMaps.Of(shown, Detail);
        var states = States([.. workers.Select(worker => worker.Census!.Tally)]);
        yield return new PageMapBlock(
            $"{recorded.Prefix}the pages of " + (shown.Count == workers.Count
                ? "every worker"
                : $"the {shown.Count} workers of {workers.Count} that copied most; the figures are of all"),
            $"Rows run through memory from left to right. Each column of a row is {Cell(maps)}, and its colours say what became of how much of it; "
            + "what is not in memory is left out, and gaps part regions.",
            "Map of pages by what became of them.",
            states,
            maps);
        if (shown.Count < workers.Count)
            yield return TableBlock.Of(
                $"{recorded.Prefix}the other {workers.Count - shown.Count} workers, summed up",
                ["pages", ">in all", ">a worker"],
                States([.. workers.Skip(mostMaps).Select(worker => worker.Census!.Tally)]).Select(state => (IReadOnlyList<string>)
                    [state.Name, Amount.Bytes(state.Bytes), Amount.Bytes(state.Bytes / (workers.Count - shown.Count))]));
    }

    private static string Cell(IReadOnlyList<WorkerMap> maps)
    {
        var (least, most) = (maps.Min(map => map.PagesPerCell), maps.Max(map => map.PagesPerCell));
        return Amount.Range((long)least * Page.Size, (long)most * Page.Size);
    }

    private static string Detail(Member worker)
    {
        var tally = worker.Census!.Tally;
        return tally.InheritedBytes == 0
            ? $"{Amount.Bytes(tally.NewBytes)} new, nothing surely inherited"
            : $"of {Amount.Bytes(tally.InheritedBytes)} inherited {Amount.Percent(tally.InheritedSharedBytes / (double)tally.InheritedBytes)} still shared";
    }

    private static IReadOnlyList<PageStateEntry> States(IReadOnlyList<PageTally> tallies)
    {
        var sums = PageStates.All.Select(words => (Words: words, Bytes: tallies.Sum(tally => PageStates.BytesOf(tally, words.State)))).ToList();
        var all = Math.Max(1, sums.Sum(state => state.Bytes));
        return
        [
            .. sums.Where(state => state.Bytes > 0).Select(state => new PageStateEntry(
                $"{state.Words.Letter}", state.Words.Name, state.Words.Meaning, state.Bytes, state.Bytes / (double)all)),
        ];
    }
}
