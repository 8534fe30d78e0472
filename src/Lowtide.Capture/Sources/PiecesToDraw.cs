using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>Pieces of 64 KiB of a process's mappings (<see cref="TouchedPages.Piece"/>), from which some are drawn.</summary>
internal sealed class PiecesToDraw
{
    private readonly List<Stretch> _stretches;

    private PiecesToDraw(List<Stretch> stretches) => (_stretches, Count) = (stretches, stretches.Sum(stretch => stretch.Pieces));

    public long Count { get; }

    /// <summary>Of mappings as a whole, whether or not there are pages.</summary>
    public static PiecesToDraw OfAll(List<Mapping> mappings) =>
        new(mappings.ConvertAll(mapping => new Stretch(mapping, new MemoryRange(mapping.Start, mapping.Length))));

    /// <summary>Those that have pages.</summary>
    /// <returns>Null where they could not all be found.</returns>
    public static PiecesToDraw? OfPresent(int pid, SafeFileHandle pagemap, IEnumerable<Mapping> mappings)
    {
        var present = new List<Stretch>();
        var found = new List<MemoryRange>();
        var left = TouchedPages.MostLookedAt;
        foreach (var mapping in mappings)
        {
            found.Clear();
            using var watched = ReadWatch.Of(pid);
            if (!TouchedPages.TryListPresent(pagemap, mapping.Start, mapping.End, found, ref left))
                return null;
            foreach (var range in found)
                present.Add(new Stretch(mapping, range));
        }
        return new PiecesToDraw(present);
    }

    /// <summary>One piece at random of each of so many equal parts; all of them where there are no more.</summary>
    public IEnumerable<(Mapping Mapping, ulong At)> Draw(int most, Random random)
    {
        var parts = (int)Math.Min(most, Count);
        var (stretch, before) = (0, 0L);
        for (var part = 0; part < parts; part++)
        {
            var (from, to) = (part * Count / parts, (part + 1) * Count / parts);
            var number = random.NextInt64(from, to);
            while (number >= before + _stretches[stretch].Pieces)
                before += _stretches[stretch++].Pieces;
            yield return (_stretches[stretch].Mapping, _stretches[stretch].Start + ((ulong)(number - before) * TouchedPages.Piece));
        }
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Stretch(Mapping Mapping, ulong Start, long Pieces)
    {
        public Stretch(Mapping mapping, MemoryRange range)
            : this(mapping, range.Address & ~(TouchedPages.Piece - 1),
                (long)(((range.Address + range.Length + TouchedPages.Piece - 1) / TouchedPages.Piece) - (range.Address / TouchedPages.Piece)))
        {
        }
    }
}
