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

internal sealed record RubyHeapEntry
{
    public required int PageBytes { get; init; }

    public required int Pages { get; init; }

    public required int TombPages { get; init; }

    public required int UnreadPages { get; init; }

    public required long? SwappedBytes { get; init; }

    public required long Slots { get; init; }

    public required long FreeSlots { get; init; }

    public required long OldSlots { get; init; }

    public required long? InheritedBytes { get; init; }

    public required long? CopiedBytes { get; init; }

    public required IReadOnlyList<RubyPool> Pools { get; init; }

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
internal sealed record CountEntry(string Name, long Value)
{
    public static IReadOnlyList<CountEntry>? All(IReadOnlyDictionary<string, long>? counts) =>
        counts is null ? null : [.. counts.Select(count => new CountEntry(count.Key, count.Value))];
}
