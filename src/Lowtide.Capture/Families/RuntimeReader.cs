using Lowtide.Capture.CPython;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Asks each runtime and allocator that Lowtide knows whether it is in a process. A new one is a line here.</summary>
internal static class RuntimeReader
{
    private static readonly CPythonReader CPython = new();
    private static readonly AllocatorReader Malloc = new();

    /// <summary>Null where none is known.</summary>
    public static RuntimeReading? Read(int pid, IReadOnlyList<Mapping> mappings)
    {
        using var memory = new ProcessMemory(pid);
        return CPython.Read(memory, mappings, mapping => MappedFile.TryOpen(pid, mapping));
    }

    /// <summary>
    /// A cheap reading of the collections of each generation so far, for one process and many times. Null where no
    /// runtime that counts them is at work. It holds a file of /proc open, closed some time after it is let go.
    /// </summary>
    public static Func<IReadOnlyList<long>?>? FollowCollections(int pid) =>
        Procfs.Mappings(pid) is { } mappings
            ? CPython.Follow(new ProcessMemory(pid), mappings, mapping => MappedFile.TryOpen(pid, mapping))
            : null;

    public static AllocatorReading? ReadAllocator(int pid, IReadOnlyList<Mapping> mappings)
    {
        Pagemap? pagemap = null; // most have no thread arenas, and then nobody asks
        using var memory = new ProcessMemory(pid);
        var reading = Malloc.Read(
            memory,
            mappings,
            mapping => MappedFile.TryOpen(pid, mapping),
            (start, end) => (pagemap ??= Pagemap.TryOpen(pid))?.Read(start, end).LongCount(entry => entry.Present) * Recordings.Page.Size);
        pagemap?.Dispose();
        return reading;
    }
}
