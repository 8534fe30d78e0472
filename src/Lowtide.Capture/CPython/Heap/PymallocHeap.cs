using System.Runtime.InteropServices;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Where a CPython's pymalloc has its pools, and what of them is handed out: objects up to 512 bytes. Larger ones are malloc's.</summary>
/// <remarks>
/// By the headers of the pools alone: the list of arenas is a static variable without a symbol before 3.12. No pool is looked at as a whole, so that a heap
/// of 1 GiB is 65,536 reads of 48 bytes.
/// </remarks>
internal sealed record PymallocHeap(IReadOnlyList<HeapSpan> Spans, PythonHeap Facts) : RuntimeHeap(Spans, [])
{
    /// <summary>64 GiB of pools of 16 KiB, 16 GiB of those of 4 KiB that 3.9 and earlier have.</summary>
    private const int MostPools = 4 << 20;

    /// <summary>An arena that does not begin where a pool may has one less (ARENA_SIZE / POOL_SIZE: 1 MiB by 16 KiB, before 3.10 256 KiB by 4 KiB).</summary>
    private const int SurePoolsOfArena = 63;

    public override Member AddTo(Member member, PageCensus? census) => member with { PythonHeap = Facts };

    /// <param name="memory">Reads no page that was never touched; it would give the process one.</param>
    /// <param name="mappings">In order of address.</param>
    /// <param name="touched">The stretches of a mapping in which pages are, in order.</param>
    /// <param name="poolSize">A power of two, which pools are aligned to (POOL_SIZE).</param>
    /// <returns>Without a span where there is no pool, as under PYTHONMALLOC=malloc.</returns>
    public static PymallocHeap Find(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, IReadOnlyList<MemoryRange>> touched, int poolSize)
    {
        var (spans, pools, inUse, size) = (new List<HeapSpan>(), 0, 0L, (ulong)poolSize);
        var (arena, arenaEnd) = (uint.MaxValue, 0UL);
        Span<ulong> words = stackalloc ulong[PoolHeader.Size / sizeof(ulong)];
        foreach (var range in mappings.Where(MayHoldArenas).SelectMany(touched))
            for (ulong at = (range.Address + size - 1) & ~(size - 1), end = range.Address + range.Length; at + size <= end && pools < MostPools; at += size)
            {
                if (!memory.TryRead(at, MemoryMarshal.AsBytes(words)))
                    continue;
                if (PoolHeader.Of(words[0], words[PoolHeader.ArenaIndex / sizeof(ulong)], words[PoolHeader.NextOffset / sizeof(ulong)], poolSize) is { } pool)
                {
                    if (pool.Arena != arena || at >= arenaEnd)
                        (arena, arenaEnd) = (pool.Arena, at + (SurePoolsOfArena * size));
                    inUse += (long)pool.Used * pool.BlockSize;
                }
                // Where the kernel gives huge pages unasked, the end of an arena is there before a pool is.
                else if (at >= arenaEnd || words.ContainsAnyExcept(0UL))
                {
                    continue;
                }
                pools++;
                if (spans.Count > 0 && spans[^1].End == at)
                    spans[^1] = spans[^1] with { End = at + size };
                else
                    spans.Add(new HeapSpan(at, at + size, MemoryPurpose.PythonPools));
            }
        return new PymallocHeap(spans, new PythonHeap(poolSize, pools, inUse));
    }

    /// <summary>They are mapped by themselves (_PyObject_ArenaMmap), and the kernel joins them with neighbours; prctl(2) may have given them a name.</summary>
    private static bool MayHoldArenas(Mapping mapping) => mapping is { IsAnonymous: true, Private: true, Read: true, Write: true, Execute: false }
        && (mapping.Path.Length == 0 || mapping.Path.StartsWith("[anon:", StringComparison.Ordinal));
}
