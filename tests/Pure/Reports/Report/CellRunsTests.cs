using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

public sealed class CellRunsTests
{
    [Fact]
    public void Alike_cells_are_one_run_and_what_is_not_in_memory_is_not_counted()
    {
        char[] pages = ['s', 'r', 's', 'r', CellRuns.Nothing, CellRuns.Nothing, CellRuns.Nothing, CellRuns.Nothing, 'n'];
        Assert.Equal(["s1r1*2", "*2", "n1"], CellRuns.Of(pages, 2, PageLetters.InOrder));
        Assert.Equal(3, CellRuns.Drawn(pages, 2));
    }

    [Fact]
    public void Every_state_and_every_cause_has_a_letter_of_its_own()
    {
        var (states, causes) = (Enum.GetValues<PageState>().Where(state => state != PageState.None).ToList(), Enum.GetValues<CopyCause>());
        char[] letters = [.. states.Select(state => PageStates.Of(state).Letter), .. causes.Select(cause => PageCauses.Of(cause).Letter)];
        Assert.Equal(states.Count + causes.Length, letters.SelectMany(letter => CellRuns.Of([letter], 1, PageLetters.InOrder)).Distinct().Count());
    }

    [Fact]
    public void A_map_of_a_huge_worker_keeps_its_limits_and_its_bytes()
    {
        var random = new Random(1);
        var pages = new PageState[3_000_000];
        for (var page = 0; page < pages.Length; page++)
            pages[page] = (PageState)random.Next(9);
        var regions = Enumerable.Range(0, 3000).Select(index => new RegionCensus(
            new Region((ulong)index << 32, ((ulong)index << 32) + (1000 * Page.Size), MemoryPurpose.Other, null),
            pages[(index * 1000)..((index + 1) * 1000)]));
        var census = new PageCensus(CensusEvidence.FrameNumbers, [.. regions]);
        var worker = MadeByHand.Known.Workers[0] with { Census = census };

        var map = Assert.Single(WorkerMaps.Of([worker], _ => ""));

        Assert.True(map.Regions.Count <= 49, $"{map.Regions.Count} regions");
        Assert.True(map.Regions.Sum(region => region.Cells.Count) <= 2560);
        Assert.Equal(census.Tally.CopiedRelinkedBytes / Page.Size, Pages(map, region => region.Cells, 'r'));
    }

    /// <summary>Each piece by itself would be a row of sixteen cells, and most of them no row at all.</summary>
    [Fact]
    public void Pieces_of_some_pages_are_drawn_one_behind_the_other_by_purpose()
    {
        RegionCensus Piece(int number, MemoryPurpose purpose, PageState state) => new(
            new Region((ulong)number << 18, ((ulong)number << 18) + (16 * Page.Size), purpose, null), [.. Enumerable.Repeat(state, 16)]);
        var census = new PageCensus(CensusEvidence.FrameNumbers,
        [
            .. Enumerable.Range(1, 100).Select(number => Piece(number, MemoryPurpose.Malloc, PageState.CopiedChanged)),
            .. Enumerable.Range(200, 50).Select(number => Piece(number, MemoryPurpose.Other, PageState.InheritedShared)),
        ])
        {
            Each = 4,
        };

        var map = Assert.Single(WorkerMaps.Of([MadeByHand.Known.Workers[0] with { Census = census }], _ => ""));

        Assert.Equal([("malloc", 1600), ("anonymous memory", 800)], map.Regions.Select(region => (region.Purpose, region.Pages)));
    }

    /// <summary>Over all cells of a map.</summary>
    internal static long Pages(WorkerMap map, Func<MapRegion, IReadOnlyList<string>> cells, char letter) =>
        map.Regions.SelectMany(cells).Sum(run => Pages(run, letter));

    private static long Pages(string run, char letter)
    {
        var parts = run.Split('*');
        var at = parts[0].IndexOf(letter);
        return at < 0 ? 0
            : long.Parse(string.Concat(parts[0].Skip(at + 1).TakeWhile(char.IsAsciiDigit))) * (parts.Length > 1 ? long.Parse(parts[1]) : 1);
    }
}
