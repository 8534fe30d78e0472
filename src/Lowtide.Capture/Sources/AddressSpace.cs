using System.Collections.Concurrent;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// One process's address space: what is mapped, which pages are there, and what stands on them. Everything that Lowtide reads of a target's memory it reads
/// here. Several threads may use one.
/// </summary>
/// <remarks>
/// Only what can neither change the target nor wait for somebody is read. A page that it has never touched would become one of zeros, one that is swapped
/// out would come back; a page of a file on FUSE waits for a server that may be the attacker's, one behind userfaultfd(2) for the target itself, and a
/// device's is not memory. So: anonymous pages that are present, and files of this machine's own file systems.
/// </remarks>
public sealed class AddressSpace : IMemory, IDisposable
{
    /// <summary>Page tables are read, and kept, for so much at a time: 8 KiB of them.</summary>
    private const ulong WindowSize = 4 << 20;

    /// <summary>16 GiB. Beyond that those at hand are given up: a bound for a walk that damaged pointers lead anywhere.</summary>
    private const int MostWindows = 4096;

    private readonly Pagemap? _pagemap;
    private readonly bool _follows;

    /// <summary>By address, as they were when they were first asked for: what is followed leads back and forth.</summary>
    private readonly ConcurrentDictionary<ulong, PageEntry[]> _windows = new();
    private int _windowsRead;

    /// <summary>Bytes of pages: of the largest heap that is looked at, at each of three tries, and of others as much. 1 s of reading.</summary>
    private long _leftOfHeaps = 4 * (long)TouchedPages.MostLookedAt;
    private List<Mapping> _mappings;

    private AddressSpace(int pid, Pagemap? pagemap, List<Mapping> mappings, bool follows, SharedHeads? heads)
    {
        (Pid, Memory, Mounts, _pagemap, _mappings, _follows) = (pid, new ProcessMemory(pid), MountTable.Of(pid), pagemap, mappings, follows);
        Heads = heads is null ? this : new HeadReads(this, heads);
    }

    public int Pid { get; }

    /// <summary>In order of address, as they were when it was opened or last refreshed.</summary>
    public IReadOnlyList<Mapping> Mappings => _mappings;

    /// <summary>Without any question whether it should be read: for pages whose entries were just looked at.</summary>
    internal ProcessMemory Memory { get; }

    /// <summary>Whether its page tables may be read; where not, its memory may not either.</summary>
    public bool HasPages => _pagemap is not null;

    /// <param name="follows">For reading the same few words again and again: then no page entry is kept.</param>
    /// <param name="heads">Shared with the other members of its family that are looked at now.</param>
    /// <returns>Null if the process has gone, or may not be looked at.</returns>
    public static AddressSpace? TryOpen(int pid, bool follows = false, SharedHeads? heads = null) =>
        Procfs.Mappings(pid) is { } mappings ? new(pid, Pagemap.TryOpen(pid), mappings, follows, heads) : null;

    /// <summary>Looks anew at what is mapped and touched.</summary>
    /// <returns>Null if the process has gone.</returns>
    public IReadOnlyList<Mapping>? Refresh()
    {
        if (Procfs.Mappings(Pid) is not { } mappings)
            return null;
        _windows.Clear();
        Mounts = MountTable.Of(Pid);
        return _mappings = mappings;
    }

    /// <summary>Asked after the mappings were, which keep their devices' numbers from being others'.</summary>
    internal MountTable Mounts { get; private set; }

    /// <inheritdoc cref="MappedFile.TryOpen"/>
    public SafeFileHandle? Open(Mapping mapping) => MappedFile.TryOpen(Pid, mapping);

    /// <inheritdoc cref="Pagemap.TryWalkOccupied"/>
    internal bool TryWalkOccupied(ulong start, ulong end, ref ulong left, PageEntriesAt each) =>
        _pagemap?.TryWalkOccupied(start, end, ref left, each) == true;

    /// <summary>Of a heap: one of more pages than are looked at has none that can be told.</summary>
    /// <inheritdoc cref="Pagemap.TryWalkOccupied"/>
    public bool TryWalkHeap(ulong start, ulong end, PageEntriesAt each)
    {
        var most = (ulong)Math.Clamp(Interlocked.Read(ref _leftOfHeaps), 0, (long)TouchedPages.MostLookedAt);
        var left = most;
        var whole = TryWalkOccupied(start, end, ref left, each);
        Interlocked.Add(ref _leftOfHeaps, -(long)(most - left));
        return whole;
    }

    /// <inheritdoc cref="Pagemap.Read(ulong, ulong)"/>
    internal ArraySegment<PageEntry> ReadPages(MemoryRange range) => _pagemap!.Read(range.Address, range.Address + range.Length);

    /// <summary>
    /// As <see cref="ReadPages"/>, as of when they were first asked for. A copy where it is little: whoever keeps it would keep the whole window.
    /// </summary>
    /// <param name="range">Of <see cref="InWindows"/>.</param>
    internal ArraySegment<PageEntry> KeptPages(MemoryRange range)
    {
        var kept = new ArraySegment<PageEntry>(
            WindowAt(range.Address & ~(WindowSize - 1)), (int)(range.Address % WindowSize / Page.Size), (int)(range.Length / Page.Size));
        return range.Length < WindowSize / 4 ? kept.ToArray() : kept;
    }

    /// <summary>A stretch in parts whose entries are kept together.</summary>
    internal static IEnumerable<MemoryRange> InWindows(MemoryRange range)
    {
        for (ulong at = range.Address, end = at + range.Length, stop; at < end; at = stop)
            yield return new MemoryRange(at, (stop = Math.Min(end, (at & ~(WindowSize - 1)) + WindowSize)) - at);
    }

    /// <summary>The stretches of a mapping in which it has pages of its own, present or swapped out; in order.</summary>
    /// <param name="complete">False where the search ended before the mapping did.</param>
    internal List<MemoryRange> Touched(Mapping mapping, out bool complete)
    {
        var found = new List<MemoryRange>();
        complete = _pagemap?.TryFindTouched(mapping, found) == true;
        return found;
    }

    public bool TryRead(ulong address, Span<byte> destination) => TryRead(address, destination, keeps: !_follows);

    /// <summary>For reading a few words here and there, far apart: no page entry is kept, and none is read but theirs.</summary>
    internal IMemory HereAndThere => new ScatteredReads(this);

    private sealed class ScatteredReads(AddressSpace space) : IMemory
    {
        public bool TryRead(ulong address, Span<byte> destination) => space.TryRead(address, destination, keeps: false);
    }

    /// <summary>For asking one page after the other what begins there.</summary>
    internal IMemory Heads { get; }

    private sealed class HeadReads(AddressSpace space, SharedHeads heads) : IMemory
    {
        public bool TryRead(ulong address, Span<byte> destination) =>
            space.HasPages && address % Page.Size == 0 && destination.Length <= SharedHeads.Size
                ? heads.TryRead(space, space.WindowAt(address & ~(WindowSize - 1))[address % WindowSize / Page.Size], address, destination)
                : space.TryRead(address, destination);
    }

    /// <param name="keeps">The page entries that were read, with those around them.</param>
    private bool TryRead(ulong address, Span<byte> destination, bool keeps)
    {
        var end = address + (ulong)destination.Length;
        if (_pagemap is null || end < address)
            return false;
        for (var at = address; at < end;)
        {
            if (Mapping.IndexOf(_mappings, at) is not (>= 0 and var index))
                return false;
            var mapping = _mappings[index];
            var stop = Math.Min(end, mapping.End);
            if (!MayRead(mapping, at, stop, keeps))
                return false;
            at = stop;
        }
        return Memory.TryRead(address, destination);
    }

    private bool MayRead(Mapping mapping, ulong start, ulong stop, bool keeps)
    {
        if (mapping.IsKernels)
            return false;
        if (!mapping.Private)
            return !mapping.IsAnonymous && mapping.Device == SharedMemoryDevice;
        var readable = !mapping.IsAnonymous && !mapping.IsHugePages && Mounts.IsLocal(mapping.Device)
            ? static (PageEntry entry) => !entry.Swapped
            : (Func<PageEntry, bool>)(static entry => entry.Anonymous);
        return All(start, stop, readable, keeps);
    }

    /// <summary>Memory shared without a file's name is a file of one the kernel mounts for itself, and so is that of our own.</summary>
    private static ulong SharedMemoryDevice { get; } = OwnSharedMemoryDevice();

    private static ulong OwnSharedMemoryDevice()
    {
        using var page = OwnPage.TryMap(shared: true);
        return page is null ? 0 : Procfs.Mappings(Environment.ProcessId)?.Find(mapping => mapping.Contains(page.Address))?.Device ?? 0;
    }

    private bool All(ulong start, ulong end, Func<PageEntry, bool> readable, bool keeps)
    {
        var first = start & ~((ulong)Page.Size - 1);
        if (!keeps)
            return Array.TrueForAll(_pagemap!.Read(first, (end + Page.Size - 1) & ~((ulong)Page.Size - 1)), entry => readable(entry));
        for (var page = first; page < end; page += Page.Size)
        {
            if (!readable(WindowAt(page & ~(WindowSize - 1))[page % WindowSize / Page.Size]))
                return false;
        }
        return true;
    }

    private PageEntry[] WindowAt(ulong start)
    {
        if (_windows.TryGetValue(start, out var entries))
            return entries;
        if (Interlocked.Increment(ref _windowsRead) % MostWindows == 0)
            _windows.Clear();
        return _windows[start] = _pagemap!.Read(start, start + WindowSize);
    }

    /// <summary>Closed but for its memory, which is the caller's from now on.</summary>
    internal ProcessMemory LeaveMemory()
    {
        _pagemap?.Dispose();
        return Memory;
    }

    public void Dispose()
    {
        Memory.Dispose();
        _pagemap?.Dispose();
    }
}
