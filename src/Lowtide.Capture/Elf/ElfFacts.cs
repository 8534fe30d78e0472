using System.Collections.Concurrent;
using Lowtide.Capture.Sources;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Elf;

/// <summary>
/// What mapped files say, each inspected once: a fleet of workers maps the same few. A file that nobody asked for in a while is forgotten: its number may be
/// another file's by then, and its path too (an upgrade). Safe to use from several threads.
/// </summary>
/// <param name="inspect">What a file says, null where it says nothing; the file is closed afterwards.</param>
internal sealed class ElfFacts<T>(Func<ElfFile, T?> inspect, TimeProvider? time = null)
    where T : class
{
    /// <summary>Longer than from one look of a watch to the next: whoever maps a file keeps its number.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromMinutes(15);

    /// <summary>A process may map as many files as it likes.</summary>
    private const int Most = 4096;

    private readonly TimeProvider _time = time ?? TimeProvider.System;
    private readonly ConcurrentDictionary<Key, Known> _known = new();

    // The path as well: on overlay file systems, inode numbers of two layers may meet.
    private sealed record Key(ulong Device, ulong Inode, string Path);

    private sealed record Known(T? Facts)
    {
        /// <summary>When it was last asked for.</summary>
        public long At { get; set; }
    }

    /// <summary>False where the file could not be opened, which may be different for the next process.</summary>
    public bool TryGet(Mapping mapping, Func<Mapping, SafeFileHandle?> openFile, out T? facts)
    {
        var (key, now) = (new Key(mapping.Device, mapping.Inode, mapping.Path), _time.GetTimestamp());
        if (_known.TryGetValue(key, out var known) && !IsOld(known, now))
        {
            (known.At, facts) = (now, known.Facts);
            return true;
        }
        facts = null;
        using var handle = openFile(mapping);
        if (handle is null)
            return false;
        facts = ElfFile.TryOpen(handle) is { } file ? inspect(file) : null;
        if (_known.Count >= Most)
            _known.Clear();
        _known[key] = new Known(facts) { At = now };
        return true;
    }

    private bool IsOld(Known known, long now) => _time.GetElapsedTime(known.At, now) > Remembered;
}
