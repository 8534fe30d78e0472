using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>
/// A process's private memory without the anonymous pages that it has never touched, or that are swapped out: to read one
/// would give it a page of zeros, or bring it back. For walks that follow what they find. Several threads may use one.
/// </summary>
public sealed class TouchedMemory : IMemory, IDisposable
{
    private const ulong WindowSize = 4 << 20;

    private readonly ProcessMemory _memory;
    private readonly Pagemap _pagemap;
    private Window _window = new(0, []);

    /// <summary>The page tables of a stretch, as they were when it was first asked for.</summary>
    private sealed record Window(ulong Start, PageEntry[] Entries);

    private readonly int _pid;

    private TouchedMemory(int pid, Pagemap pagemap, IReadOnlyList<Mapping> mappings) =>
        (_pid, _memory, _pagemap, Mappings) = (pid, new ProcessMemory(pid), pagemap, mappings);

    /// <summary>In order of address, as they were when it was opened or last refreshed.</summary>
    public IReadOnlyList<Mapping> Mappings { get; private set; }

    /// <summary>Null if the process has gone, or may not be looked at.</summary>
    public static TouchedMemory? TryOpen(int pid) =>
        Procfs.Mappings(pid) is { } mappings && Pagemap.TryOpen(pid) is { } pagemap ? new TouchedMemory(pid, pagemap, mappings) : null;

    /// <summary>Looks anew at what is mapped and touched.</summary>
    /// <returns>Null if the process has gone.</returns>
    public IReadOnlyList<Mapping>? Refresh()
    {
        if (Procfs.Mappings(_pid) is not { } mappings)
            return null;
        _window = new(0, []);
        return Mappings = mappings;
    }

    public bool TryRead(ulong address, Span<byte> destination)
    {
        var end = address + (ulong)destination.Length;
        for (var at = address; at < end;)
        {
            if (Find(at) is not { Private: true } mapping)
                return false;
            var stop = Math.Min(end, mapping.End);
            if (mapping.IsAnonymous && !AllPresent(at, stop))
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
            var window = Volatile.Read(ref _window);
            if (page - window.Start >= WindowSize || window.Entries.Length == 0)
            {
                var from = page & ~(WindowSize - 1);
                Volatile.Write(ref _window, window = new Window(from, _pagemap.Read(from, from + WindowSize)));
            }
            if (!window.Entries[(page - window.Start) / Page.Size].Present)
                return false;
        }
        return true;
    }

    public void Dispose()
    {
        _memory.Dispose();
        _pagemap.Dispose();
    }
}
