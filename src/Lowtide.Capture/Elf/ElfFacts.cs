using System.Collections.Concurrent;
using Lowtide.Capture.Sources;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Elf;

/// <summary>What mapped files say, each inspected once: a fleet of workers maps the same few. Kept for as long as its
/// owner, one look at the system, for a file can be replaced. Safe to use from several threads.</summary>
/// <param name="inspect">What a file says, null where it says nothing; the file is closed afterwards.</param>
internal sealed class ElfFacts<T>(Func<ElfFile, T?> inspect)
    where T : class
{
    private readonly ConcurrentDictionary<Key, T?> _known = new();

    // The path as well: on overlay file systems, inode numbers of two layers may meet.
    private sealed record Key(ulong Device, ulong Inode, string Path);

    /// <summary>False where the file could not be opened, which may be different for the next process.</summary>
    public bool TryGet(Mapping mapping, Func<Mapping, SafeFileHandle?> openFile, out T? facts)
    {
        var key = new Key(mapping.Device, mapping.Inode, mapping.Path);
        if (_known.TryGetValue(key, out facts))
            return true;
        using var handle = openFile(mapping);
        if (handle is null)
            return false;
        facts = ElfFile.TryOpen(handle) is { } file ? inspect(file) : null;
        _known[key] = facts;
        return true;
    }
}
