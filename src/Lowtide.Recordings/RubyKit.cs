namespace Lowtide.Recordings;

/// <summary>What Ruby's kit keeps for Lowtide in a process that 'lowtide run' started.</summary>
/// <param name="At">When it asked Ruby.</param>
/// <param name="Stat">GC.stat, by the names that this version gives.</param>
/// <param name="Pools">GC.stat_heap (3.2 and later), a row for each size of slots; empty before.</param>
/// <param name="Walk">The last walk that Lowtide asked for; null where none was.</param>
public sealed record RubyKit(
    DateTimeOffset At,
    [Signed] IReadOnlyDictionary<string, long> Stat,
    [Signed] IReadOnlyList<IReadOnlyDictionary<string, long>> Pools,
    RubyWalk? Walk)
{
    /// <summary>Of the last walk that was asked for, if it could not be made; null else.</summary>
    public RubyWalkFailure? WalkFailure { get; init; }
}

/// <param name="Why">In the kit's own words.</param>
public sealed record RubyWalkFailure(string Asked, string Why);

/// <summary>What a walk through all objects found.</summary>
/// <param name="Seconds">That it took, in which no Ruby code of the process ran.</param>
/// <param name="Bytes">By kind of object (T_STRING) and as TOTAL: slots, and what malloc gave the objects for themselves.</param>
public sealed record RubyWalk(string Asked, double Seconds, [Signed] IReadOnlyDictionary<string, long> Bytes);

/// <summary>What of GC.stat and GC.stat_heap is worth having at every second; null for a name that this version does not give.</summary>
/// <param name="Pages">Eden pages: those that may hold objects.</param>
/// <param name="MallocIncreaseBytes">That malloc gave out since the last collection.</param>
public sealed record RubyCounts(
    long? LiveSlots, long? FreeSlots, long? Pages, long? MinorCollections, long? MajorCollections, long? MallocIncreaseBytes,
    IReadOnlyList<RubyPoolCounts>? Pools = null)
{
    /// <summary>By size of slots; empty before Ruby 3.2.</summary>
    // By the parameter: the generated reader of JSON puts null where a file has none, whatever the property begins with (dotnet/runtime#84484).
    public IReadOnlyList<RubyPoolCounts> Pools { get; init; } = Pools ?? [];

    public double? FreeShare => FreeSlots / (double?)(LiveSlots + FreeSlots);

    public static RubyCounts Of(RubyKit kit)
    {
        return new RubyCounts(
            Value("heap_live_slots"), Value("heap_free_slots"), Value("heap_eden_pages"),
            Value("minor_gc_count"), Value("major_gc_count"), Value("malloc_increase_bytes"),
            [.. kit.Pools.Select(RubyPoolCounts.Of).OfType<RubyPoolCounts>()]);

        long? Value(string name) => kit.Stat.TryGetValue(name, out var value) ? value : null;
    }
}

/// <summary>The slots of one size. Their pages are not kept: each holds as many slots as fit it.</summary>
/// <param name="Slots">On eden pages.</param>
/// <param name="LiveSlots">Objects made less those freed; null before Ruby 3.3, which counts them for all sizes together.</param>
public sealed record RubyPoolCounts(long SlotBytes, long Slots, [Signed] long? LiveSlots)
{
    /// <summary>Of one slot and of all, which no heap exceeds: a page of Ruby's has 64 KiB, and an address space of x86-64 128 TiB.</summary>
    private const long MostSlotBytes = 64 << 10, MostBytes = 1L << 47;

    /// <returns>Null where the row says not even how many slots of what size there are.</returns>
    public static RubyPoolCounts? Of(IReadOnlyDictionary<string, long> pool) =>
        pool.TryGetValue("slot_size", out var bytes) && bytes is > 0 and <= MostSlotBytes
        && pool.TryGetValue("heap_eden_slots", out var slots) && slots >= 0 && slots <= MostBytes / bytes
            ? new RubyPoolCounts(
                bytes, slots,
                pool.TryGetValue("total_allocated_objects", out var made) && pool.TryGetValue("total_freed_objects", out var freed) ? made - freed : null)
            : null;
}
