using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>One entry of /proc/PID/pagemap; Documentation/admin-guide/mm/pagemap.rst of the kernel.</summary>
public readonly record struct PageEntry(ulong Bits)
{
    private const ulong FrameMask = (1UL << 55) - 1;

    private const ulong SwapMark = 1UL << 62;

    /// <summary>Since Linux 6.15: a page that may not be touched (MADV_GUARD_INSTALL), as below threads' stacks by glibc 2.42.</summary>
    private const ulong GuardMark = 1UL << 58;

    /// <summary>Lowtide's own mark: the kernel leaves bit 60 zero.</summary>
    private const ulong MergedMark = 1UL << 60;

    public bool Present => (Bits & (1UL << 63)) != 0;

    /// <summary>In swap, or on its way to another frame: <see cref="Pagemap"/> waits for the latter.</summary>
    public bool Swapped => (Bits & (SwapMark | GuardMark)) == SwapMark;

    /// <summary>Of a file, or shared anonymous memory: not what a fork's copy-on-write is about.</summary>
    public bool FileOrShared => (Bits & (1UL << 61)) != 0;

    /// <summary>Mapped once at this moment. It reverts: a parent's page reads exclusive again after its last child died.</summary>
    public bool Exclusive => (Bits & (1UL << 56)) != 0;

    /// <summary>Physical frame, or the place in swap; 0 without CAP_SYS_ADMIN.</summary>
    public ulong Frame => Bits & FrameMask;

    /// <summary>
    /// Of the kinds of swap entries that stand for no place in swap: pages that move, guard pages, poisoned ones. They have the
    /// highest of 32 numbers, nine at most (MAX_SWAPFILES in include/linux/swap.h). Null where the number is hidden, as <see cref="Frame"/> is.
    /// </summary>
    internal bool? Special => Frame == 0 ? null : Swapped && Frame % 32 >= 32 - 9;

    internal PageEntry WithoutSwap() => new(Bits & ~SwapMark);

    public bool Anonymous => Present && !FileOrShared;

    /// <summary>Known to be merged with identical pages by KSM; see <see cref="KernelPageFlags"/>.</summary>
    public bool Merged => (Bits & MergedMark) != 0;

    internal PageEntry AsMerged() => new(Bits | MergedMark);
}

/// <param name="start">Of the first entry's page.</param>
public delegate void PageEntriesAt(ulong start, ReadOnlySpan<PageEntry> entries);

/// <summary>Reads pagemap in 64 KiB pieces: the kernel drops the target's mmap lock between them.</summary>
public sealed class Pagemap : IDisposable
{
    private const int PieceEntries = 8 * 1024;

    /// <summary>For one page: some microseconds each at first, as a move takes, then a millisecond each.</summary>
    private const int MostPauses = 100;

    /// <summary>Bytes of addresses: of so many the list of pieces takes 8 MiB at most.</summary>
    private const ulong ListedAtOnce = 64UL << 30;

    private readonly int _pid;
    private readonly SafeFileHandle _file;

    /// <summary>Those left. Once a page was waited for in vain, there is none for others: they would be of the same kind.</summary>
    private int _pauses = MostPauses;

    private ulong _leftToSearch = TouchedPages.MostLookedAt;

    private Pagemap(int pid, SafeFileHandle file) => (_pid, _file) = (pid, file);

    /// <summary>Null if the process has gone or PTRACE_MODE_READ is refused.</summary>
    public static Pagemap? TryOpen(int pid)
    {
        try
        {
            return new Pagemap(pid, File.OpenHandle($"/proc/{pid}/pagemap"));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>
    /// Where in a private mapping pages are that a fork shares by copy-on-write, whether present or swapped out, in whole pieces:
    /// see <see cref="TouchedPages"/>.
    /// </summary>
    /// <returns>False where the search ended before the end.</returns>
    internal bool TryFindTouched(Mapping mapping, List<MemoryRange> found)
    {
        if (StuckProcesses.Contains(_pid))
            return false;
        using var watched = ReadWatch.Of(_pid);
        return TouchedPages.TryFind(_file, mapping.Start, mapping.End, !mapping.IsAnonymous, found, ref _leftToSearch);
    }

    /// <summary>
    /// Hands on the entries of those pieces of a stretch in which any page is present or swapped out, in order and some thousand at a time: what it costs
    /// is by these, and not by how long the stretch is.
    /// </summary>
    /// <param name="left">Bytes of such pieces that may still be read, or without the kernel's scan of addresses; what is used up is taken off.</param>
    /// <returns>False where the end was not reached: the process has gone, or <paramref name="left"/> was used up.</returns>
    internal bool TryWalkOccupied(ulong start, ulong end, ref ulong left, PageEntriesAt each)
    {
        var (found, addresses, whole) = (new List<MemoryRange>(), left, true);
        for (var at = start; at < end && whole; at += Math.Min(end - at, ListedAtOnce))
        {
            found.Clear();
            using (ReadWatch.Of(_pid))
                whole = TouchedPages.TryListOccupied(_file, at, at + Math.Min(end - at, ListedAtOnce), found, ref addresses);
            for (var index = 0; index < found.Count && whole; index++)
                whole = TryWalk(found[index], ref left, each);
        }
        left = Math.Min(left, addresses);
        return whole;
    }

    private bool TryWalk(MemoryRange range, ref ulong left, PageEntriesAt each)
    {
        const ulong AtOnce = (ulong)PieceEntries * Recordings.Page.Size;
        for (ulong from = 0, length; from < range.Length; from += length)
        {
            length = Math.Min(range.Length - from, AtOnce);
            if (length > left || TryRead(range.Address + from, range.Address + from + length) is not { } entries)
                return false;
            left -= length;
            each(range.Address + from, entries);
        }
        return true;
    }

    /// <summary>One entry a page from <paramref name="start"/> on; what could not be read stays 0, that is "not present".</summary>
    public PageEntry[] Read(ulong start, ulong end)
    {
        _ = Read(start, end, out var entries);
        return entries;
    }

    /// <summary>Null where not all of them could be read, as of a process that ends meanwhile.</summary>
    public PageEntry[]? TryRead(ulong start, ulong end) => Read(start, end, out var entries) ? entries : null;

    private bool Read(ulong start, ulong end, out PageEntry[] entries)
    {
        entries = new PageEntry[(end - start) / Recordings.Page.Size];
        return Read(start, entries) && WaitForMoves(start, entries);
    }

    private bool Read(ulong start, Span<PageEntry> entries)
    {
        if (StuckProcesses.Contains(_pid))
            return false;
        using var watched = ReadWatch.Of(_pid);
        var bytes = MemoryMarshal.AsBytes(entries);
        var address = start;
        while (!bytes.IsEmpty)
        {
            var read = ReadPiece(_file, bytes[..Math.Min(bytes.Length, PieceEntries * sizeof(ulong))], address);
            if (read <= 0)
                return false;
            bytes = bytes[read..];
            address += (ulong)(read / sizeof(ulong)) * Recordings.Page.Size;
        }
        return true;
    }

    /// <summary>
    /// While the kernel moves a page to another frame (to make room for huge ones, mostly) its entry is that of a page in swap
    /// (Documentation/mm/page_migration.rst), a huge page's are 512 of them. It is looked at again until it has moved: a page that is missing for this
    /// alone would end a walk through memory, or count as swapped out where there is no swap.
    /// </summary>
    /// <returns>False for a process that has ended meanwhile.</returns>
    private bool WaitForMoves(ulong start, PageEntry[] entries)
    {
        bool? nothingSwapped = null;
        var fresh = 0; // those before it were looked at again since the last pause
        for (var at = 0; at < entries.Length; at++)
        {
            var (wait, waited) = (default(SpinWait), false);
            while (entries[at].Swapped && (entries[at].Special ?? (nothingSwapped ??= NothingSwapped())))
            {
                if (at < fresh)
                {
                    if (_pauses <= 0)
                    {
                        entries[at] = entries[at].WithoutSwap(); // a guard page, say, which has no content
                        break;
                    }
                    _pauses--;
                    waited = true;
                    wait.SpinOnce();
                }
                fresh = Math.Min(at + PieceEntries, entries.Length);
                if (!Read(start + ((ulong)at * Recordings.Page.Size), entries.AsSpan(at, fresh - at)))
                    return false;
            }
            if (waited && _pauses > 0)
                _pauses = MostPauses;
        }
        return true;
    }

    /// <returns>Bytes read, in whole entries; 0 where it cannot be.</returns>
    internal static int ReadPiece(SafeFileHandle pagemap, Span<byte> piece, ulong address)
    {
        try
        {
            return RandomAccess.Read(pagemap, piece, (long)(address / Recordings.Page.Size * sizeof(ulong)));
        }
        catch (IOException)
        {
            return 0;
        }
    }

    /// <summary>
    /// Of its anonymous memory (VmSwap, proc_pid_status(5)). From Linux 6.2 on the sum can be some dozen pages behind on each processor.
    /// </summary>
    private bool NothingSwapped() => Procfs.Status(_pid) is { } status && Procfs.ValueOf("VmSwap", status) == "0 kB";

    /// <summary>Whether the kernel shows us frame numbers: to CAP_SYS_ADMIN alone (pagemap_open, fs/proc/task_mmu.c).</summary>
    public static bool ShowsFrames() => ReadBeforeWritten() is { Frame: not 0 };

    /// <summary>
    /// The frame that the kernel maps wherever memory was read before it was ever written. Two processes that show it at one address share nothing
    /// that was inherited. 0 where frames are hidden, and where there is no such frame: some guests and s390 give each reader a page of its own
    /// (do_anonymous_page and mm_forbids_zeropage, mm/memory.c), and that page is this process's alone.
    /// </summary>
    public static ulong ZeroPageFrame() => ReadBeforeWritten() is { } entry ? ZeroFrameOf(entry) : 0;

    /// <param name="untouched">As <see cref="ReadBeforeWritten"/> gives it.</param>
    internal static ulong ZeroFrameOf(PageEntry untouched) => untouched.Exclusive ? 0 : untouched.Frame;

    /// <summary>Of a page of our own; null where it cannot be told.</summary>
    internal static PageEntry? ReadBeforeWritten()
    {
        // A mapping of its own: memory from malloc may have been written before, and then has a frame of its own.
        using var page = OwnPage.TryMap(shared: false);
        page?.Touch();
        using var own = page is null ? null : TryOpen(Environment.ProcessId);
        return own?.Read(page!.Address, page.Address + Recordings.Page.Size)[0];
    }

    public void Dispose() => _file.Dispose();
}
