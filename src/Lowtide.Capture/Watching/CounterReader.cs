using Lowtide.Capture.Malloc;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>Counters that stand at known places: no heap is walked, and no page table but those of the words that are read.</summary>
internal static class CounterReader
{
    /// <param name="space">That keeps no page tables (follows).</param>
    public static WatchedCounters Read(AddressSpace space)
    {
        var arenas = AllocatorReader.Count(space);
        return new WatchedCounters(
            RuntimeDecoders.Read(space)?.Facts.Collector?.Generations.Select(generation => generation.Collections).ToArray(),
            arenas?.Count, arenas?.Sum(arena => arena.SystemBytes));
    }
}
