using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Pages;

/// <summary>
/// Which pieces of a family's addresses a census looks at: one at random of each so many neighbours, of all that a worker has. Each has the same chance, so
/// that what is seen on them, times so many, is an estimate without bias of what is there (Horvitz and Thompson 1952, doi:10.1080/01621459.1952.10483446).
/// </summary>
internal sealed class PieceChoice
{
    private readonly List<ulong> _chosen = [];

    /// <param name="touched">Of each worker.</param>
    /// <returns>Null where there are no more than may be looked at.</returns>
    public static PieceChoice? Of(IEnumerable<MemoryRange> touched, LookLimit limit)
    {
        var runs = Runs(touched);
        var total = runs.Sum(run => run.Pieces);
        return total <= limit.Pieces ? null : new PieceChoice(runs, (int)((total + limit.Pieces - 1) / limit.Pieces), limit.Random);
    }

    private PieceChoice(List<Run> runs, int each, Random random)
    {
        Each = each;
        // Of the last neighbours, which may be fewer, perhaps none: then each of them has the same chance as all others.
        for (long first = 0, before = 0, run = 0; ; first += each)
        {
            var number = first + random.Next(each);
            while (run < runs.Count && number >= before + runs[(int)run].Pieces)
                before += runs[(int)run++].Pieces;
            if (run == runs.Count)
                return;
            _chosen.Add(runs[(int)run].Start + ((ulong)(number - before) * TouchedPages.Piece));
        }
    }

    /// <summary>Pieces of which one is looked at.</summary>
    public int Each { get; }

    public int Pieces => _chosen.Count;

    /// <summary>What of a stretch is looked at, in order; a range lies in one piece.</summary>
    public IEnumerable<MemoryRange> In(MemoryRange stretch)
    {
        var end = stretch.Address + stretch.Length;
        var first = AddressOrder.FirstBehind(
            CollectionsMarshal.AsSpan(_chosen), stretch.Address, static (piece, address) => piece + TouchedPages.Piece > address);
        for (var at = first; at < _chosen.Count && _chosen[at] < end; at++)
        {
            var from = Math.Max(_chosen[at], stretch.Address);
            yield return new MemoryRange(from, Math.Min(_chosen[at] + TouchedPages.Piece, end) - from);
        }
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Run(ulong Start, long Pieces);

    /// <summary>Whole pieces, each once, in order of address.</summary>
    private static List<Run> Runs(IEnumerable<MemoryRange> touched)
    {
        var runs = new List<Run>();
        foreach (var range in touched.OrderBy(range => range.Address))
        {
            var (from, to) = (range.Address & ~(TouchedPages.Piece - 1), (range.Address + range.Length + TouchedPages.Piece - 1) & ~(TouchedPages.Piece - 1));
            if (runs.Count > 0 && runs[^1] is var last && last.Start + ((ulong)last.Pieces * TouchedPages.Piece) is var end && from <= end)
                runs[^1] = last with { Pieces = (long)((Math.Max(end, to) - last.Start) / TouchedPages.Piece) };
            else
                runs.Add(new Run(from, (long)((to - from) / TouchedPages.Piece)));
        }
        return runs;
    }
}
