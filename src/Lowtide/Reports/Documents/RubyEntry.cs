using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <param name="Process">Its pid.</param>
/// <param name="Heap">Its heap pages as read from outside; null where the layout of this version's is not known.</param>
/// <param name="GcStat">GC.stat by this version's names; null without the kit, as what follows is.</param>
/// <param name="GcStatHeap">GC.stat_heap, a row for each size of slots; empty before 3.2.</param>
/// <param name="WalkSeconds">That the walk took; null where none was asked for.</param>
/// <param name="WalkedBytes">ObjectSpace.count_objects_size: slots and what malloc gave objects, by kind and as TOTAL; null where no walk was asked
/// for.</param>
internal sealed record RubyEntry(
    [AtLeast(1)] int Process,
    RubyHeapEntry? Heap,
    IReadOnlyList<CountEntry>? GcStat,
    IReadOnlyList<IReadOnlyList<CountEntry>>? GcStatHeap,
    double? WalkSeconds,
    IReadOnlyList<CountEntry>? WalkedBytes)
{
    /// <returns>Null where no member runs a Ruby of which anything was read.</returns>
    public static IReadOnlyList<RubyEntry>? All(FamilySnapshot family)
    {
        var entries = family.Members.Where(member => member is { HeapsOf: null, RubyHeap: not null } or { RubyKit: not null }).Select(Of).ToList();
        return entries.Count == 0 ? null : entries;
    }

    private static RubyEntry Of(Member member) => new(
        member.Process.Pid,
        member is { HeapsOf: null, RubyHeap: { } heap } ? RubyHeapEntry.Of(heap, RubyWords.SwappedBytes(member)) : null,
        CountEntry.All(member.RubyKit?.Stat),
        member.RubyKit is { } kit ? [.. kit.Pools.Select(pool => CountEntry.All(pool)!)] : null,
        member.RubyKit?.Walk?.Seconds,
        CountEntry.All(member.RubyKit?.Walk?.Bytes));
}

internal sealed record RubyHeapEntry
{
    public required int PageBytes { get; init; }

    /// <summary>Those read, tomb pages among them.</summary>
    public required int Pages { get; init; }

    /// <summary>Empty and set aside.</summary>
    public required int TombPages { get; init; }

    /// <summary>Not resident, or changed hands while they were read.</summary>
    public required int UnreadPages { get; init; }

    /// <summary>Of its heap pages, in swap and not resident; null where that was not counted.</summary>
    public required long? SwappedBytes { get; init; }

    public required long Slots { get; init; }

    public required long FreeSlots { get; init; }

    /// <summary>Of objects that minor collections leave alone.</summary>
    public required long OldSlots { get; init; }

    /// <summary>Of a worker; null where there is no census.</summary>
    public required long? InheritedBytes { get; init; }

    /// <summary>Of these, since the fork.</summary>
    public required long? CopiedBytes { get; init; }

    /// <summary>A row for each size of slots.</summary>
    public required IReadOnlyList<RubyPool> Pools { get; init; }

    /// <summary>By kind, most first.</summary>
    public required IReadOnlyList<RubyObjects> Objects { get; init; }

    public static RubyHeapEntry Of(RubyHeap heap, long? swappedBytes) => new()
    {
        PageBytes = heap.PageBytes,
        Pages = heap.Pages,
        TombPages = heap.TombPages,
        UnreadPages = heap.UnreadPages,
        SwappedBytes = swappedBytes,
        Slots = heap.Slots,
        FreeSlots = heap.FreeSlots,
        OldSlots = heap.OldSlots,
        InheritedBytes = heap.Copies?.InheritedBytes,
        CopiedBytes = heap.Copies?.CopiedBytes,
        Pools = heap.Pools,
        Objects = heap.Objects,
    };
}

/// <param name="Name">As Ruby has it.</param>
internal sealed record CountEntry(string Name, [Signed] long Value)
{
    public static IReadOnlyList<CountEntry>? All(IReadOnlyDictionary<string, long>? counts) =>
        counts is null ? null : [.. counts.Select(count => new CountEntry(count.Key, count.Value))];
}
