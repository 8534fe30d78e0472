using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Most of the memory is the heap of a malloc that is not glibc's: how much of it is free, where that malloc tells, and what looks into it.</summary>
public sealed class OtherHeap : IFindingRule
{
    /// <summary>Of the memory: less than half of it leaves the answer to something else.</summary>
    private const double Most = 0.5;

    public const string FindingId = "malloc.other-heap";

    public string Id => FindingId;

    public string Title => "another malloc has most of the memory";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        if (family.Members.Select(member => member.Allocator?.Name).FirstOrDefault(name => name is not (null or "glibc")) is not { } name
            || MemoryBreakdown.OfFamily(recording) is not { } told || family.PssBytes is not (> 0 and var pss))
            return Examination.Nothing;
        var (inUse, free) = (MemoryBreakdown.Sum(told, MemoryShareKind.OtherMalloc), MemoryBreakdown.Sum(told, MemoryShareKind.OtherMallocFree));
        var share = (inUse + free) / (double)pss;
        if (share < Most || !Amount.Matters(inUse + free, family))
            return Examination.Nothing;
        var arenas = family.Members.Select(member => member.Allocator?.Jemalloc).OfType<JemallocUse>().ToList();
        return Examination.Found(new Finding(
            Id,
            $"{name}'s heap is {Amount.Bytes(inUse + free)} ({Amount.Percent(share)}): " + (arenas.Count == 0
                ? "how much of it is free cannot be told from outside."
                : $"{Amount.Bytes(inUse)} in use, {Amount.Bytes(free)} freed and kept."),
            inUse + free,
            (inUse + free) / told.Count,
            [
                new Evidence("other_heap_share", share, "memory that shows nothing else of what it is for is this malloc's, or nearly all of it"),
                .. arenas.Count == 0 ? [] : Free(arenas),
                .. Next(name, arenas.Sum(use => use.DirtyBytes), family),
            ]));
    }

    private static IEnumerable<Evidence> Free(IReadOnlyList<JemallocUse> arenas)
    {
        var (slabs, dirty) = (arenas.Sum(use => use.SlabFreeBytes), arenas.Sum(use => use.DirtyBytes));
        yield return new Evidence("slab_free_bytes", slabs, $"{Amount.Bytes(slabs)} free beside what is in use, which nothing gives back: fragmentation");
        yield return new Evidence("dirty_bytes", dirty, $"{Amount.Bytes(dirty)} in whole pages, given back when they were free for a while");
    }

    /// <remarks>
    /// jemalloc(3) of 5.3.0: opt.dirty_decay_ms is 10,000; opt.lg_prof_interval is a power of two, in bytes; Debian builds it with its profiler.
    /// </remarks>
    private static IEnumerable<Evidence> Next(string name, long dirty, FamilySnapshot family)
    {
        if (name != "jemalloc")
            yield break;
        if (!FindingRules.IsSmall(dirty, family))
            yield return new Evidence(
                Finding.ToSet, dirty,
                $"MALLOC_CONF=dirty_decay_ms:1000 gives pages back after 1 s, not 10, now {Amount.Bytes(dirty)}: measure it with a trial");
        yield return new Evidence(
            Finding.NextLook, null,
            "who allocates what is in use: started with MALLOC_CONF=prof:true,lg_prof_interval:30 it writes a profile for each GiB, which jeprof reads");
    }
}
