using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>
/// Tells a page that only the collector changed. A collection moves objects between lists and so changes their order:
/// measured on 3.8 to 3.13, the first collection over objects that were loaded with the collector off leaves nearly
/// every page of containers different from the master's, in nothing but these links.
/// From 3.8 on, every tracked object has two words in front (PyGC_Head, Include/internal/pycore_gc.h), the next and the
/// previous object's head, with flags in the low bits. A changed word counts as a link only if the head that it points
/// to points back.
/// </summary>
internal sealed class CollectorLinks
{
    /// <summary>Links followed on each page, spread over it; the other changed words need only look like links.</summary>
    private const int FollowedLinks = 8;

    private const ulong FlagBits = 7;
    private const ulong WordSize = sizeof(ulong);

    private readonly List<MemoryRange> places = [];
    private readonly List<ulong> expected = [];
    private readonly List<(int Page, int First, int Count)> candidates = [];
    private ulong[] found = new ulong[1024];

    public void Clear()
    {
        places.Clear();
        expected.Clear();
        candidates.Clear();
    }

    /// <summary>Notes a changed page if every changed word looks like a link: a pointer into [low, high).</summary>
    public bool Consider(int page, ulong address, ReadOnlySpan<byte> before, ReadOnlySpan<byte> now, ulong low, ulong high)
    {
        var old = MemoryMarshal.Cast<byte, ulong>(before);
        var words = MemoryMarshal.Cast<byte, ulong>(now);
        Span<short> changed = stackalloc short[Page.Size / sizeof(ulong)];
        var count = 0;
        for (var i = 0; i < words.Length; i++)
        {
            if (old[i] == words[i])
                continue;
            var pointer = words[i] & ~FlagBits;
            if (pointer < low || pointer >= high)
                return false;
            changed[count++] = (short)i;
        }
        var first = places.Count;
        var step = Math.Max(1, count / FollowedLinks);
        for (var i = 0; i < count && places.Count < first + FollowedLinks; i += step)
        {
            var word = address + ((ulong)changed[i] * WordSize);
            var pointer = words[changed[i]] & ~FlagBits;
            var isNext = word % (2 * WordSize) == 0;
            places.Add(new MemoryRange(isNext ? pointer + WordSize : pointer, WordSize));
            expected.Add(isNext ? word : word - WordSize);
        }
        candidates.Add((page, first, places.Count - first));
        return true;
    }

    /// <summary>Follows the noted links; calls back for each page of which all followed links point back.</summary>
    public void Confirm(ProcessMemory memory, Action<int> relinked)
    {
        if (found.Length < places.Count)
            found = new ulong[places.Count * 2];
        var ranges = CollectionsMarshal.AsSpan(places);
        var done = 0;
        while (done < ranges.Length)
        {
            var read = memory.ReadMany(ranges[done..], MemoryMarshal.AsBytes(found.AsSpan(done, ranges.Length - done))) / sizeof(ulong);
            done += read;
            if (done < ranges.Length)
                found[done++] = 0; // not mapped: no link, go on behind it
        }
        foreach (var (page, first, count) in candidates)
        {
            var all = true;
            for (var i = first; i < first + count && all; i++)
                all = (found[i] & ~FlagBits) == expected[i];
            if (all)
                relinked(page);
        }
    }
}
