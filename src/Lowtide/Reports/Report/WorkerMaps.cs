using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report;

/// <summary>Makes the maps of some workers' pages, small enough together for a page that is sent around.</summary>
internal static class WorkerMaps
{
    /// <summary>A map of one worker has at most so many cells, and all maps together at most <see cref="MostCellsInAll"/>.</summary>
    private const int MostCells = 2560, MostCellsInAll = 20_000;

    /// <summary>Drawn each by itself; a server maps hundreds, of which few matter.</summary>
    private const int MostRegions = 48;

    /// <param name="causes">Of a worker, for its map by cause; null where none is wanted.</param>
    public static IReadOnlyList<WorkerMap> Of(IReadOnlyList<Member> workers, Func<Member, string> detail, Func<Member, CopiedByCause>? causes = null)
    {
        var cells = Math.Min(MostCells, MostCellsInAll / Math.Max(1, workers.Count));
        return [.. workers.Select(worker => Of(worker, detail(worker), cells, causes?.Invoke(worker)))];
    }

    private static WorkerMap Of(Member worker, string detail, int mostCells, CopiedByCause? copied)
    {
        var regions = worker.Census!.Regions.Where(region => Present(region) > 0).OrderBy(region => region.Region.Start).ToList();
        if (worker.Census.Each > 1)
            regions = Joined(regions);
        var states = regions.Select(PageLetters.ByState).ToList();
        var causes = copied is null ? null : PageLetters.ByCause(regions, copied).ToList();
        var large = regions.Index().OrderByDescending(region => Present(region.Item)).Take(MostRegions).Select(region => region.Index).Order().ToList();
        var small = Enumerable.Range(0, regions.Count).Except(large).ToList();
        // Address by address the small ones are nothing to look at: their pages are drawn one behind the other.
        var gathered = Gathered(states, small);
        var pagesPerCell = 1;
        while (large.Sum(index => CellRuns.Drawn(states[index], pagesPerCell)) + CellRuns.Drawn(gathered, pagesPerCell) > mostCells)
            pagesPerCell = Math.Max(pagesPerCell + 1, pagesPerCell * 5 / 4);
        var drawn = large.Select(index => new MapRegion(
            $"0x{regions[index].Region.Start:x}", Purpose(regions[index].Region), regions[index].Pages.Length,
            CellRuns.Of(states[index], pagesPerCell, PageLetters.InOrder),
            causes is null ? null : CellRuns.Of(causes[index], pagesPerCell, PageLetters.InOrder))).ToList();
        if (gathered.Length > 0)
            drawn.Add(new MapRegion(
                null, $"{small.Count} smaller regions", gathered.Length, CellRuns.Of(gathered, pagesPerCell, PageLetters.InOrder),
                causes is null ? null : CellRuns.Of(Gathered(causes, small), pagesPerCell, PageLetters.InOrder)));
        return new WorkerMap($"worker {worker.Process.Pid}", detail, pagesPerCell, drawn);
    }

    /// <summary>Of a look at some of the pages: its pieces of one purpose, one behind the other, as a map of all would show them.</summary>
    private static List<RegionCensus> Joined(List<RegionCensus> pieces)
    {
        var joined = new List<List<RegionCensus>>();
        foreach (var piece in pieces)
            if (joined is [.., var last] && (last[0].Region.Purpose, last[0].Region.Path) == (piece.Region.Purpose, piece.Region.Path))
                last.Add(piece);
            else
                joined.Add([piece]);
        return joined.ConvertAll(same => new RegionCensus(
            same[0].Region with { End = same[0].Region.Start + (ulong)(same.Sum(piece => piece.Pages.LongLength) * Page.Size) },
            [.. same.SelectMany(piece => piece.Pages)])
        {
            Traces = same.TrueForAll(piece => piece.Traces is not null) ? [.. same.SelectMany(piece => piece.Traces!)] : null,
        });
    }

    private static char[] Gathered(List<char[]> regions, IReadOnlyList<int> small) =>
        [.. small.SelectMany(index => regions[index]).Where(letter => letter != CellRuns.Nothing)];

    private static int Present(RegionCensus region) => region.Pages.Length - region.Pages.AsSpan().Count(PageState.None);

    private static string Purpose(Region region) => region.Purpose switch
    {
        MemoryPurpose.Malloc => "malloc",
        MemoryPurpose.Stacks => "stack",
        MemoryPurpose.MadeCode => "code made at run time",
        MemoryPurpose.LibraryData => $"data of {Path.GetFileName(region.Path) ?? "a file"}",
        _ => "anonymous memory",
    };
}
