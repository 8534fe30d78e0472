using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <param name="Process">Its pid.</param>
/// <param name="Heap">Null where its pages could not be told from outside.</param>
/// <param name="GcStat">Null where the kit was not in it, as what follows is.</param>
/// <param name="WalkedBytes">Null where no walk was asked for.</param>
internal sealed record RubyEntry(
    int Process,
    RubyHeapEntry? Heap,
    IReadOnlyList<CountEntry>? GcStat,
    IReadOnlyList<IReadOnlyList<CountEntry>>? GcStatHeap,
    double? WalkSeconds,
    IReadOnlyList<CountEntry>? WalkedBytes)
{
    /// <returns>Null where no member runs a Ruby of which anything was read.</returns>
    public static IReadOnlyList<RubyEntry>? All(FamilySnapshot family)
    {
        var entries = family.Members.Where(member => member.RubyHeap is not null || member.RubyKit is not null).Select(Of).ToList();
        return entries.Count == 0 ? null : entries;
    }

    private static RubyEntry Of(Member member) => new(
        member.Process.Pid,
        member.RubyHeap is { } heap ? RubyHeapEntry.Of(heap, RubyWords.SwappedBytes(member)) : null,
        CountEntry.All(member.RubyKit?.Stat),
        member.RubyKit is { } kit ? [.. kit.Pools.Select(pool => CountEntry.All(pool)!)] : null,
        member.RubyKit?.Walk?.Seconds,
        CountEntry.All(member.RubyKit?.Walk?.Bytes));
}

internal sealed record RubyHeapEntry(
    int PageBytes,
    int Pages,
    int TombPages,
    int UnreadPages,
    long? SwappedBytes,
    long Slots,
    long FreeSlots,
    long OldSlots,
    long? InheritedBytes,
    long? CopiedBytes,
    IReadOnlyList<RubyPool> Pools,
    IReadOnlyList<RubyObjects> Objects)
{
    public static RubyHeapEntry Of(RubyHeap heap, long? swappedBytes) => new(
        heap.PageBytes, heap.Pages, heap.TombPages, heap.UnreadPages, swappedBytes, heap.Slots, heap.FreeSlots, heap.OldSlots,
        heap.Copies?.InheritedBytes, heap.Copies?.CopiedBytes, heap.Pools, heap.Objects);
}

/// <param name="Name">As Ruby has it.</param>
internal sealed record CountEntry(string Name, long Value)
{
    public static IReadOnlyList<CountEntry>? All(IReadOnlyDictionary<string, long>? counts) =>
        counts is null ? null : [.. counts.Select(count => new CountEntry(count.Key, count.Value))];
}
