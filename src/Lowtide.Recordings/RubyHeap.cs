using System.ComponentModel.DataAnnotations;

namespace Lowtide.Recordings;

/// <summary>The heap of one CRuby process: the pages that its objects' slots stand on, read from outside without a stop.</summary>
/// <param name="PageBytes">Of each heap page; its version's.</param>
/// <param name="Pools">One for each size of slots, the smallest first.</param>
/// <param name="Objects">By kind, most first.</param>
/// <param name="UnreadPages">Heap pages that are not resident, or changed hands while they were read.</param>
public sealed record RubyHeap(int PageBytes, IReadOnlyList<RubyPool> Pools, IReadOnlyList<RubyObjects> Objects, int UnreadPages)
{
    /// <summary>Of a worker; null where there is no census.</summary>
    public RubyCopies? Copies { get; init; }

    public int Pages => Pools.Sum(pool => pool.Pages);

    public int TombPages => Pools.Sum(pool => pool.TombPages);

    public long Slots => Pools.Sum(pool => pool.Slots);

    public long FreeSlots => Pools.Sum(pool => pool.FreeSlots);

    public long LiveSlots => Slots - FreeSlots;

    public long OldSlots => Pools.Sum(pool => pool.OldSlots);

    public long LiveBytes => Pools.Sum(pool => (pool.Slots - pool.FreeSlots) * pool.SlotBytes);

    public long FreeBytes => Pools.Sum(pool => pool.FreeSlots * pool.SlotBytes);

    /// <summary>All memory of its pages: live and free slots, headers, and what of a page is too short for a slot.</summary>
    public long Bytes => (long)Pages * PageBytes;
}

/// <summary>The pages of slots of one size.</summary>
/// <param name="Pages">Those that hold objects or may (eden), and those set aside as empty (tomb).</param>
/// <param name="OldSlots">Of objects that have outlived three collections: minor ones leave them alone.</param>
/// <param name="PagesByOccupancy">11 counts: pages without an object, then those up to 10%, 20% ... 100% full.</param>
public sealed record RubyPool(
    int SlotBytes,
    int Pages,
    int TombPages,
    long Slots,
    long FreeSlots,
    long OldSlots,
    [Length(11, 11)] IReadOnlyList<int> PagesByOccupancy);

/// <param name="Kind">As Ruby's ObjectSpace.count_objects names it, in lower case: "string".</param>
public sealed record RubyObjects(string Kind, long Count, long SlotBytes);

/// <summary>What became of a worker's heap pages since the fork.</summary>
/// <param name="InheritedBytes">Still shared, or copied.</param>
public sealed record RubyCopies(long InheritedBytes, long CopiedBytes);
