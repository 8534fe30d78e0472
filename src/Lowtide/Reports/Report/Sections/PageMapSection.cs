using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report.Sections;

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
                "The memory that a fork shares until somebody writes to it, at the end of the recording, in order of address. "
                + (shown.TrueForAll(recorded => recorded.Recording.Latest.Sample is null) ? "Each worker was looked at page by page."
                    : "Some of each worker's pages were looked at: the maps show those, and the sums what they stand for."),
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
        var causes = recorded.Diagnosis.Causes is { } traced
            && workers.All(worker => worker.Copies is not null && worker.Census!.Regions.All(region => region.Traces is not null))
            ? traced.Workers.ToDictionary(each => each.Worker.Process.Pid, each => each.Copied)
            : null;
        var maps = WorkerMaps.Of(shown, Detail, causes is null ? null : worker => causes[worker.Process.Pid]);
        var tallies = workers.Select(worker => worker.Census!.Tally).ToList();
        yield return new PageMapBlock(
            $"{recorded.Prefix}{Result(tallies)}" + (shown.Count == workers.Count ? "" : $"; maps of the {shown.Count} that copied most"),
            $"{Layout(maps)} what became of how much of it. {LeftOut}",
            "Map of pages by what became of them.",
            Shares(States(tallies)),
            causes is null ? null : new PageMapView(
                $"{Layout(maps)} what copied how much of it, and what became of the rest. {LeftOut}{Read([.. causes.Values])}",
                "Map of pages by what copied them.",
                Shares(ByCause(tallies, [.. causes.Values]))),
            maps);
        if (shown.Count < workers.Count)
            yield return TableBlock.Of(
                $"{recorded.Prefix}the other {workers.Count - shown.Count} workers, summed up",
                ["pages", ">in all", ">a worker"],
                States(tallies[mostMaps..]).Where(state => state.Bytes > 0).Select(state => (IReadOnlyList<string>)
                    [state.Name, Amount.Bytes(state.Bytes), Amount.Bytes(state.Bytes / (workers.Count - shown.Count))]));
    }

    /// <summary>Without what is new since the fork: that was never shared.</summary>
    private static string Result(List<PageTally> tallies)
    {
        var (inherited, copied) = (tallies.Sum(tally => tally.InheritedBytes), tallies.Sum(tally => tally.CopiedBytes));
        var workers = Amount.Count(tallies.Count, "worker");
        return inherited == 0
            ? $"nothing in {workers} was surely inherited"
            : $"of {Amount.Bytes(inherited)} inherited by {workers}, {Amount.Percent(copied / (double)inherited)} was copied";
    }

    private const string LeftOut = "What is not in memory is left out; gaps part regions.";

    private static string Layout(IReadOnlyList<WorkerMap> maps)
    {
        var (least, most) = (maps.Min(map => map.PagesPerCell), maps.Max(map => map.PagesPerCell));
        return $"Rows run through memory from left to right. A column is {Amount.Range((long)least * Page.Size, (long)most * Page.Size)}; its colours say";
    }

    /// <summary>Which of the pages that a collection walked were read as well is not known, and the map must not seem to say so.</summary>
    private static string Read(IReadOnlyList<CopiedByCause> causes)
    {
        var (walked, read) = (causes.Sum(copied => copied.Walked), causes.Sum(copied => copied.Walked * copied.Read.Surely));
        return read < Amount.MiB || read / walked < 0.01 ? ""
            : $" Reads would have copied {Amount.Percent(read / walked)} of what a collection walked as well, nobody knows which pages: so much of it is "
                + "drawn as reference counts, evenly.";
    }

    private static string Detail(Member worker)
    {
        var tally = worker.Census!.Tally;
        return tally.InheritedBytes == 0
            ? $"{Amount.Bytes(tally.NewBytes)} new, nothing surely inherited"
            : $"of {Amount.Bytes(tally.InheritedBytes)} inherited {Amount.Percent(tally.InheritedSharedBytes / (double)tally.InheritedBytes)} still shared";
    }

    private static IEnumerable<PageStateEntry> States(IReadOnlyList<PageTally> tallies) => PageStates.All.Select(words =>
        new PageStateEntry($"{words.Letter}", words.Name, words.Meaning, tallies.Sum(tally => PageStates.BytesOf(tally, words.State)), 0));

    /// <summary>The same with what copied the copied ones in their place.</summary>
    private static IEnumerable<PageStateEntry> ByCause(IReadOnlyList<PageTally> tallies, IReadOnlyList<CopiedByCause> causes)
    {
        var entries = States(tallies)
            .Concat(PageCauses.All.Select(words => new PageStateEntry(
                $"{words.Letter}", words.NameOnMap, words.Meaning, causes.Sum(copied => copied.BytesOf(words.Cause)), 0)))
            .ToDictionary(entry => entry.Letter[0]);
        return PageLetters.InOrder.Where(letter => !PageStates.All.Any(words => words.IsCopied && words.Letter == letter)).Select(letter => entries[letter]);
    }

    private static IReadOnlyList<PageStateEntry> Shares(IEnumerable<PageStateEntry> entries)
    {
        var present = entries.Where(entry => entry.Bytes > 0).ToList();
        var all = present.Sum(entry => entry.Bytes);
        return [.. present.Select(entry => entry with { Share = entry.Bytes / (double)all })];
    }
}
