using System.Runtime.InteropServices;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// PSS of a large process, of a part of its pages. smaps_rollup walks all of them and keeps the process from mapping memory meanwhile (17 ms a GiB, and
/// for 67 to 99 ms one mapping of 4 GiB). This lists which pages there are (2.8 ms a GiB at most, for 1 GiB at a time), and looks at some of them. Where
/// most of what is mapped is resident, that need not be listed: pieces are drawn of all, and of those without a page nothing is counted.
/// </summary>
/// <remarks>
/// Small mappings are read whole. Of the rest a ratio estimate in two stages: pieces of 64 KiB, one at random of each of <see cref="MostPieces"/> equal parts
/// of those that have pages, and of each piece one page that others map too, whose count stands for all of those. PSS is RSS times what the pieces' PSS is
/// of their RSS. The interval is 95%, by the variance of a simple random sample of clusters, which holds the second stage's too and which a stratified one
/// stays below (Cochran, Sampling Techniques, 3rd ed. 1977, chapters 5A, 6 and 11).
/// </remarks>
internal static class PssSample
{
    public const int MostPieces = 4096;

    private const int PagesOfPiece = (int)(TouchedPages.Piece / Page.Size);

    /// <summary>That one count stands for in a small mapping: who maps a part of a library maps most of it.</summary>
    private const int MostPages = 4 * PagesOfPiece;

    private const double Normal95 = 1.96;

    /// <summary>In bytes of one piece.</summary>
    [StructLayout(LayoutKind.Auto)]
    private record struct Pages(double Rss, double Anonymous, double File, double SharedMemory, double Private)
    {
        /// <summary>Squares of what one page's count may be wrong by for the others of its piece: taken as half of what they come to.</summary>
        public double Squares { get; init; }

        public readonly double Pss => Anonymous + File + SharedMemory;

        public static Pages operator +(Pages one, Pages other) => new(
            one.Rss + other.Rss, one.Anonymous + other.Anonymous, one.File + other.File, one.SharedMemory + other.SharedMemory, one.Private + other.Private)
        {
            Squares = one.Squares + other.Squares,
        };

        public readonly Pages Times(double factor) => new(Rss * factor, Anonymous * factor, File * factor, SharedMemory * factor, Private * factor);
    }

    /// <param name="mappings">In order of address.</param>
    /// <returns>Null where frames or counts are hidden, or the process has gone.</returns>
    public static MemoryUse? Of(int pid, long rssBytes, IEnumerable<Mapping> mappings, Random random, int mostPieces = MostPieces)
    {
        using var counts = KernelPageCounts.TryOpen();
        using var pagemap = ReadOnlyFile.Open($"/proc/{pid}/pagemap");
        if (counts is null || pagemap.IsInvalid)
            return null;
        // Huge pages of hugetlbfs and memory of devices are in no RSS.
        var all = mappings.Where(mapping => !mapping.IsKernels && !mapping.IsHugePages && !IsDevice(mapping)).ToLookup(IsReadWhole);
        var large = all[false].ToList();
        // What nobody may touch is reserved: a heap of malloc's grows into it.
        var used = large.FindAll(mapping => mapping.Read || mapping.Write || mapping.Execute);
        var isDense = used.Sum(mapping => (long)mapping.Length) <= rssBytes / 2 * 3;
        if ((isDense ? PiecesToDraw.OfAll(used) : PiecesToDraw.OfPresent(pid, pagemap, large)) is not { } drawn)
            return null;
        var (look, whole) = (new Look(pid, pagemap, counts, random), drawn.Count <= mostPieces);
        var (small, pieces) = (OfSmall(all[true], look, whole), new List<Pages>((int)Math.Min(mostPieces, drawn.Count)));
        Span<PageEntry> entries = stackalloc PageEntry[PagesOfPiece];
        foreach (var (mapping, at) in drawn.Draw(mostPieces, random))
            if (look.TryRead(Math.Max(at, mapping.Start), Math.Min(at + TouchedPages.Piece, mapping.End), entries, out var found)
                && Of(found, IsSharedMemory(mapping), look, whole) is { Rss: > 0 } piece)
                pieces.Add(piece);
        var sampled = pieces.Aggregate(default(Pages), (sum, piece) => sum + piece);
        // All that is resident beside what was read whole.
        var rest = Math.Max(0, rssBytes - small.Rss);
        if (small.Rss + sampled.Rss == 0 || (pieces.Count < 2 && rest > SmallBytes))
            return null;
        var pages = small + (sampled.Rss == 0 ? default : sampled.Times(rest / sampled.Rss));
        return new MemoryUse(
            rssBytes, (long)pages.Pss, (long)(pages.Rss - pages.Private), (long)pages.Private,
            Procfs.Status(pid) is { } status ? Procfs.BytesOf("VmSwap", status) : null)
        {
            PssAnonymousBytes = (long)pages.Anonymous,
            PssFileBytes = (long)pages.File,
            PssSharedMemoryBytes = (long)pages.SharedMemory,
            // Of the pieces that were drawn their variance holds how far the counts differ; of small mappings all pieces are there.
            PssMarginBytes = whole ? 0 : (long)Math.Ceiling(double.Hypot(Margin(pieces, sampled, rest), Normal95 * Math.Sqrt(small.Squares))),
        };
    }

    /// <summary>
    /// Mappings up to it are read whole: there are many, and most of what a worker has for itself lies in them. Drawn among all of what it inherited, a heap of
    /// 3 MiB was met so seldom that the interval held in 78 of 100 readings.
    /// </summary>
    private const ulong SmallBytes = 8 << 20;

    /// <summary>Code of files is read as a part of what is large: a worker has none for itself, and it was a sixth of the pages that a reading met.</summary>
    private static bool IsReadWhole(Mapping mapping) => mapping.Length <= SmallBytes && mapping is not { IsAnonymous: false, Execute: true, Write: false };

    /// <summary>
    /// Neighbours are read in one call up to this, with the holes between them: a library has four or five mappings in a row, and a call costs as much as
    /// a hundred pages.
    /// </summary>
    private const ulong MostInCall = 2 << 20, MostBetween = 64 * Page.Size;

    private sealed record Look(int Pid, SafeFileHandle Pagemap, KernelPageCounts Counts, Random Random)
    {
        /// <param name="entries">At least as many as there are pages.</param>
        public bool TryRead(ulong start, ulong end, Span<PageEntry> entries, out Span<PageEntry> found)
        {
            found = entries[..(int)((end - start) / Page.Size)];
            using (ReadWatch.Of(Pid))
                return Sources.Pagemap.ReadPiece(Pagemap, MemoryMarshal.AsBytes(found), start) == found.Length * sizeof(ulong);
        }
    }

    /// <param name="mappings">In order of address, each of <see cref="SmallBytes"/> at most.</param>
    private static Pages OfSmall(IEnumerable<Mapping> mappings, Look look, bool whole)
    {
        Span<PageEntry> entries = stackalloc PageEntry[(int)(MostInCall / Page.Size)];
        var pages = default(Pages);
        var left = CollectionsMarshal.AsSpan(Parts(mappings));
        while (!left.IsEmpty)
        {
            var (start, count) = (left[0].Start, 1);
            while (count < left.Length && left[count].End - start <= MostInCall && left[count].Start - left[count - 1].End <= MostBetween)
                count++;
            if (look.TryRead(start, left[count - 1].End, entries, out var found))
                foreach (var part in left[..count])
                    for (var at = part.Start; at < part.End; at += MostPages * (ulong)Page.Size)
                    {
                        var end = Math.Min(part.End, at + (MostPages * (ulong)Page.Size));
                        pages += Of(found[(int)((at - start) / Page.Size)..(int)((end - start) / Page.Size)], part.IsSharedMemory, look, whole);
                    }
            left = left[count..];
        }
        return pages;
    }

    /// <summary>Each read in one call.</summary>
    private static List<(ulong Start, ulong End, bool IsSharedMemory)> Parts(IEnumerable<Mapping> mappings)
    {
        var parts = new List<(ulong, ulong, bool)>();
        foreach (var mapping in mappings)
            for (var at = mapping.Start; at < mapping.End; at += MostInCall)
                parts.Add((at, Math.Min(mapping.End, at + MostInCall), IsSharedMemory(mapping)));
        return parts;
    }

    /// <summary>Half of the interval: of a ratio, by what each cluster's PSS differs from what the ratio makes of its RSS. How often its pages are mapped is of
    /// a sample too, so that nothing is taken off for how many of the clusters were looked at. Pages of its own are few among those it shares, and where none
    /// was met there may be some: it is taken as if one more cluster had been met, with one such page.</summary>
    private static double Margin(List<Pages> pieces, Pages all, double rssBytes)
    {
        if (pieces.Count < 2)
            return 0;
        var (ratio, mean) = (all.Pss / all.Rss, all.Rss / pieces.Count);
        var squares = pieces.Sum(piece => Square(piece.Pss - (ratio * piece.Rss))) + Square(Page.Size * (1 - ratio));
        return Normal95 * Math.Sqrt(squares / (pieces.Count * (pieces.Count - 1.0))) / mean * rssBytes;
    }

    private static double Square(double value) => value * value;

    private static bool IsDevice(Mapping mapping) =>
        mapping.Path.StartsWith("/dev/", StringComparison.Ordinal) && !IsSharedMemory(mapping);

    private static bool IsSharedMemory(Mapping mapping) => mapping.Path.StartsWith("/dev/shm/", StringComparison.Ordinal)
        || mapping.Path.StartsWith("/dev/zero", StringComparison.Ordinal) || mapping.Path.StartsWith("/memfd:", StringComparison.Ordinal)
        || mapping.Path.StartsWith("/SYSV", StringComparison.Ordinal);

    /// <param name="entries">At most <see cref="MostPages"/>.</param>
    /// <param name="whole">Ask of every page that others map too how often; otherwise of one at random, which stands for the rest of these.</param>
    private static Pages Of(ReadOnlySpan<PageEntry> entries, bool shared, Look look, bool whole)
    {
        Span<PageEntry> several = stackalloc PageEntry[MostPages];
        var pages = default(Pages);
        foreach (var ofFile in stackalloc bool[] { false, true })
        {
            var left = 0;
            foreach (var entry in entries)
                if (!entry.Present || entry.Frame == look.Counts.ZeroPageFrame || entry.FileOrShared != ofFile)
                    continue;
                // The kernel says with the entry that nobody else maps it.
                else if (entry.Exclusive)
                    pages += Of(entry, mapped: 1, shared);
                else
                    several[left++] = entry;
            pages += whole ? OfEach(look.Counts, several[..left], shared) : OfOne(look.Counts, several[..left], shared, look.Random);
        }
        return pages;
    }

    private static Pages OfOne(KernelPageCounts counts, ReadOnlySpan<PageEntry> entries, bool shared, Random random)
    {
        Span<ulong> mapped = stackalloc ulong[1];
        if (entries.IsEmpty || !counts.TryRead(entries[random.Next(entries.Length)].Frame, mapped))
            return default;
        var pages = default(Pages);
        foreach (var entry in entries)
            pages += Of(entry, mapped[0], shared);
        return entries.Length == 1 ? pages : pages with { Squares = Square(pages.Pss / 2) };
    }

    private static Pages OfEach(KernelPageCounts counts, ReadOnlySpan<PageEntry> entries, bool shared)
    {
        Span<ulong> mapped = stackalloc ulong[MostPages];
        var pages = default(Pages);
        for (int page = 0, run; page < entries.Length; page += run)
        {
            run = 1;
            while (page + run < entries.Length && entries[page + run].Frame == entries[page].Frame + (ulong)run)
                run++;
            if (!counts.TryRead(entries[page].Frame, mapped[..run]))
                continue;
            for (var index = 0; index < run; index++)
                pages += Of(entries[page + index], mapped[index], shared);
        }
        return pages;
    }

    /// <summary>As smaps counts it: a page of the kernel's own that is mapped, as that of zeros, is in neither.</summary>
    private static Pages Of(PageEntry entry, ulong mapped, bool shared)
    {
        if (mapped == 0)
            return default;
        var pss = (double)Page.Size / mapped;
        return new Pages(
            Page.Size, entry.FileOrShared ? 0 : pss, entry.FileOrShared && !shared ? pss : 0, entry.FileOrShared && shared ? pss : 0,
            mapped == 1 ? Page.Size : 0);
    }
}
