using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Finds where in a stretch of addresses a process has pages of its own, at the cost of what is there and not of what is reserved: a runtime may
/// reserve hundreds of GiB, and a hostile program the whole address space.
/// </summary>
/// <remarks>
/// By PAGEMAP_SCAN (Linux 6.7, Documentation/admin-guide/mm/pagemap.rst), which steps over tables that are not there. Older kernels write an entry for every
/// page that could be: there the search ends after <see cref="MostLookedAt"/> of them.
/// </remarks>
internal static partial class TouchedPages
{
    /// <summary>
    /// What is found is given in whole pieces of so many bytes, aligned to it: no pool of CPython's, no page of Ruby's heap lies in two of them, and
    /// many workers of one master have the same edges. Lowtide keeps 9 bytes a page of them: 0.2% of dense memory, and at most 3.6% of what is scattered.
    /// </summary>
    public const ulong Piece = 64 << 10;

    /// <summary>Without the scan: 64 GiB of addresses a process, half a GiB of entries, some 0.3 s.</summary>
    internal const ulong MostLookedAt = 64UL << 30;

    /// <summary>For one call, which holds the target's mmap lock: 1 GiB, 2.8 ms where all of it is there.</summary>
    private const ulong MostPagesInCall = (1 << 30) / Recordings.Page.Size;

    private const int MostRangesInCall = 512, PieceEntries = 8 * 1024;

    // include/uapi/linux/fs.h.
    private const ulong ScanRequest = 0xC0606610; // _IOWR('f', 16, struct pm_scan_arg)

    private const ulong IsFile = 1 << 2, IsPresent = 1 << 3, IsSwapped = 1 << 4;

    /// <summary>struct pm_scan_arg.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct ScanArgument
    {
        public ulong Size, Flags, Start, End, WalkEnd, Ranges, RangeCount, MostPages, Inverted, All, Any, Returned;
    }

    /// <summary>struct page_region.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct ScannedRange
    {
        public ulong Start, End, Categories;
    }

    /// <summary>The pieces with a page that is no file's and present, or swapped out; neighbours joined, in order, cut to the stretch.</summary>
    /// <param name="ofFile">Whether a file is mapped there, of whose pages some are the file's: to tell them apart doubles what the scan takes.</param>
    /// <param name="left">Bytes of addresses that may still be looked at where the kernel knows no scan; what is used up is taken off.</param>
    /// <returns>False where the end was not reached: the process has gone, or <paramref name="left"/> was used up.</returns>
    public static bool TryFind(SafeFileHandle pagemap, ulong start, ulong end, bool ofFile, List<MemoryRange> found, ref ulong left) =>
        Scan(pagemap, start, end, ofFile, found) ?? Search(pagemap, start, end, found, ref left);

    /// <summary>Whether this kernel has the scan; null where Lowtide's own page tables cannot be read.</summary>
    public static bool? KernelScans()
    {
        using var page = OwnPage.TryMap(shared: false);
        using var pagemap = ReadOnlyFile.Open("/proc/self/pagemap");
        return page is null || pagemap.IsInvalid ? null : Scan(pagemap, page.Address, page.Address + Recordings.Page.Size, ofFile: false, []) is not null;
    }

    /// <summary>The pieces with any page that is present, a file's too.</summary>
    /// <inheritdoc cref="TryFind"/>
    public static bool TryListPresent(SafeFileHandle pagemap, ulong start, ulong end, List<MemoryRange> found, ref ulong left) =>
        Scan(pagemap, start, end, new Wanted(IsPresent, None: 0), found) ?? Search(pagemap, start, end, found, ref left, static entry => entry.Present);

    /// <summary>The pieces with any page that is present, swapped out or on its way to another frame; a file's too.</summary>
    /// <inheritdoc cref="TryFind"/>
    public static bool TryListOccupied(SafeFileHandle pagemap, ulong start, ulong end, List<MemoryRange> found, ref ulong left) =>
        Scan(pagemap, start, end, new Wanted(IsPresent | IsSwapped, None: 0), found)
        ?? Search(pagemap, start, end, found, ref left, static entry => entry.Present || entry.Swapped);

    /// <summary>Pages that have one of some categories, and none of others.</summary>
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Wanted(ulong Any, ulong None);

    private static bool? Scan(SafeFileHandle pagemap, ulong start, ulong end, bool ofFile, List<MemoryRange> found) =>
        Scan(pagemap, start, end, new Wanted(IsPresent | IsSwapped, ofFile ? IsFile : 0), found);

    /// <returns>Null where the kernel offers no scan.</returns>
    private static unsafe bool? Scan(SafeFileHandle pagemap, ulong start, ulong end, Wanted wanted, List<MemoryRange> found)
    {
        var ranges = stackalloc ScannedRange[MostRangesInCall];
        var argument = new ScanArgument
        {
            Size = (ulong)sizeof(ScanArgument),
            End = end,
            Ranges = (ulong)ranges,
            RangeCount = MostRangesInCall,
            MostPages = MostPagesInCall,
            Inverted = wanted.None,
            All = wanted.None,
            Any = wanted.Any,
            Returned = wanted.Any,
        };
        for (var at = start; at < end; at = argument.WalkEnd)
        {
            argument.Start = at;
            var count = Native.Control(pagemap, ScanRequest, &argument);
            if (count < 0)
                return Marshal.GetLastPInvokeError() is Native.NoSuchRequest or Native.Invalid && at == start ? null : false;
            for (var index = 0; index < count; index++)
                Add(found, ranges[index].Start, ranges[index].End, start, end);
            if (argument.WalkEnd <= at)
                return false;
        }
        return true;
    }

    /// <summary>Entry by entry.</summary>
    internal static bool Search(SafeFileHandle pagemap, ulong start, ulong end, List<MemoryRange> found, ref ulong left) =>
        Search(pagemap, start, end, found, ref left, static entry => !entry.FileOrShared && (entry.Present || entry.Swapped));

    private static bool Search(SafeFileHandle pagemap, ulong start, ulong end, List<MemoryRange> found, ref ulong left, Predicate<PageEntry> isWanted)
    {
        var entries = new PageEntry[PieceEntries];
        for (var at = start; at < end;)
        {
            var bytes = MemoryMarshal.AsBytes(entries.AsSpan(0, (int)Math.Min((end - at) / Recordings.Page.Size, PieceEntries)));
            if (left < (ulong)bytes.Length / sizeof(ulong) * Recordings.Page.Size || Pagemap.ReadPiece(pagemap, bytes, at) is not (> 0 and var read))
                return false;
            var count = read / Unsafe.SizeOf<PageEntry>();
            for (var index = 0; index < count; index++)
                if (isWanted(entries[index]))
                    Add(found, at + ((ulong)index * Recordings.Page.Size), at + ((ulong)(index + 1) * Recordings.Page.Size), start, end);
            at += (ulong)count * Recordings.Page.Size;
            left -= (ulong)count * Recordings.Page.Size;
        }
        return true;
    }

    private static void Add(List<MemoryRange> found, ulong from, ulong to, ulong start, ulong end)
    {
        from = Math.Max(start, from & ~(Piece - 1));
        to = Math.Min(end, (to + Piece - 1) & ~(Piece - 1));
        if (found.Count > 0 && found[^1] is var last && last.Address >= start && from <= last.Address + last.Length)
            found[^1] = last with { Length = Math.Max(last.Length, to - last.Address) };
        else
            found.Add(new MemoryRange(from, to - from));
    }

    private static unsafe partial class Native
    {
        internal const int NoSuchRequest = 25, Invalid = 22; // ENOTTY, EINVAL

        [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
        internal static partial int Control(SafeFileHandle file, ulong request, void* argument);
    }
}
