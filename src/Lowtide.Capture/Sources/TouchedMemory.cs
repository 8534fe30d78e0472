using System.Collections.Concurrent;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>
/// A process's private memory without the anonymous pages that it has never touched, or that are swapped out: to read one
/// would give it a page of zeros, or bring it back. For walks that follow what they find. Several threads may use one.
/// </summary>
public sealed class TouchedMemory : IMemory, IDisposable
{
    /// <summary>Page tables are read, and kept, for so much at a time: 8 KiB of them.</summary>
    private const ulong WindowSize = 4 << 20;

    /// <summary>16 GiB. Beyond that those at hand are given up: a bound for a walk that damaged pointers lead anywhere.</summary>
    private const int MostWindows = 4096;

    private readonly int _pid;
    private readonly ProcessMemory _memory;
    private readonly Pagemap _pagemap;

    /// <summary>By address, as they were when they were first asked for: what is followed leads back and forth.</summary>
    private readonly ConcurrentDictionary<ulong, PageEntry[]> _windows = new();
    private int _windowsRead;

    private TouchedMemory(int pid, Pagemap pagemap, IReadOnlyList<Mapping> mappings) =>
        (_pid, _memory, _pagemap, Mappings) = (pid, new ProcessMemory(pid), pagemap, mappings);

    /// <summary>In order of address, as they were when it was opened or last refreshed.</summary>
    public IReadOnlyList<Mapping> Mappings { get; private set; }

    /// <summary>Null if the process has gone, or may not be looked at.</summary>
    public static TouchedMemory? TryOpen(int pid) =>
        Procfs.Mappings(pid) is { } mappings ? TryOpen(pid, mappings) : null;

    /// <param name="mappings">Its mappings as of now, in order of address.</param>
    /// <inheritdoc cref="TryOpen(int)"/>
    public static TouchedMemory? TryOpen(int pid, IReadOnlyList<Mapping> mappings) =>
        Pagemap.TryOpen(pid) is { } pagemap ? new TouchedMemory(pid, pagemap, mappings) : null;

    /// <summary>Looks anew at what is mapped and touched.</summary>
    /// <returns>Null if the process has gone.</returns>
    public IReadOnlyList<Mapping>? Refresh()
    {
        if (Procfs.Mappings(_pid) is not { } mappings)
            return null;
        _windows.Clear();
        return Mappings = mappings;
    }

    /// <inheritdoc cref="Pagemap.TryRead"/>
    public PageEntry[]? TryReadPages(ulong start, ulong end) => _pagemap.TryRead(start, end);

    public bool TryRead(ulong address, Span<byte> destination)
    {
        var end = address + (ulong)destination.Length;
        for (var at = address; at < end;)
        {
            if (Find(at) is not { Private: true } mapping)
                return false;
            var stop = Math.Min(end, mapping.End);
            if ((mapping.IsAnonymous || mapping.IsHugePages) && !AllPresent(at, stop))
                return false;
            at = stop;
        }
        return _memory.TryRead(address, destination);
    }

    private Mapping? Find(ulong address)
    {
        int low = 0, high = Mappings.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (address < Mappings[middle].Start)
                high = middle - 1;
            else if (address >= Mappings[middle].End)
                low = middle + 1;
            else
                return Mappings[middle];
        }
        return null;
    }

    private bool AllPresent(ulong start, ulong end)
    {
        for (var page = start & ~((ulong)Page.Size - 1); page < end; page += Page.Size)
        {
            if (!WindowAt(page & ~(WindowSize - 1))[page % WindowSize / Page.Size].Present)
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
        return _windows[start] = _pagemap.Read(start, start + WindowSize);
    }

    public void Dispose()
    {
        _memory.Dispose();
        _pagemap.Dispose();
    }
}
