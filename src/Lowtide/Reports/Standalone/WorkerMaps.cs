using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>Makes the maps of some workers' pages, small enough together for a page that is sent around.</summary>
internal static class WorkerMaps
{
    /// <summary>A map of one worker has at most so many cells, and all maps together at most <see cref="MostCellsInAll"/>.</summary>
    private const int MostCells = 2560, MostCellsInAll = 20_000;

    /// <summary>Drawn each by itself; a server maps hundreds, of which few matter.</summary>
    private const int MostRegions = 48;

    public static IReadOnlyList<WorkerMap> Of(IReadOnlyList<Member> workers, Func<Member, string> detail)
    {
        var cells = Math.Min(MostCells, MostCellsInAll / Math.Max(1, workers.Count));
        return [.. workers.Select(worker => Of(worker, worker.Census!.Regions, detail(worker), cells))];
    }

    private static WorkerMap Of(Member worker, IReadOnlyList<RegionCensus> regions, string detail, int mostCells)
    {
        var large = regions.OrderByDescending(Present).Take(MostRegions).Where(region => Present(region) > 0).ToHashSet();
        var small = regions.Where(region => !large.Contains(region) && Present(region) > 0).ToList();
        // Address by address the small ones are nothing to look at: their pages are drawn one behind the other.
        PageState[] gathered = [.. small.SelectMany(region => region.Pages).Where(state => state != PageState.None)];
        var pagesPerCell = 1;
        while (large.Sum(region => CellRuns.Drawn(region.Pages, pagesPerCell)) + CellRuns.Drawn(gathered, pagesPerCell) > mostCells)
            pagesPerCell = Math.Max(pagesPerCell + 1, pagesPerCell * 5 / 4);
        var drawn = regions.Where(large.Contains).OrderBy(region => region.Region.Start).Select(region => new MapRegion(
            $"0x{region.Region.Start:x}", Purpose(region.Region), region.Pages.Length, CellRuns.Of(region.Pages, pagesPerCell))).ToList();
        if (gathered.Length > 0)
            drawn.Add(new MapRegion(null, $"{small.Count} smaller regions", gathered.Length, CellRuns.Of(gathered, pagesPerCell)));
        return new WorkerMap($"worker {worker.Process.Pid}", detail, pagesPerCell, drawn);
    }

    private static int Present(RegionCensus region) => region.Pages.Length - region.Pages.AsSpan().Count(PageState.None);

    private static string Purpose(Region region) => region.Purpose switch
    {
        RegionPurpose.MallocHeap => "malloc heap",
        RegionPurpose.MallocArena => "malloc arena of a thread",
        RegionPurpose.Stack => "stack",
        RegionPurpose.LibraryData => $"data of {Path.GetFileName(region.Path) ?? "a file"}",
        _ => "anonymous memory",
    };
}
