using Lowtide.Recordings;

namespace Lowtide.Analysis.Breakdown;

/// <summary>
/// A Ruby process's PSS in parts that sum to it. Of each part is known how much is resident and how much of that another process
/// maps too, but not how many do: so what is shared counts everywhere at the one rate that makes the sum the kernel's.
/// </summary>
public static class MemoryBreakdown
{
    /// <returns>In the order of <see cref="MemoryShareKind"/>, those that are nothing left out; null where a part that it needs was not read.</returns>
    public static IReadOnlyList<MemoryShare>? Of(Member member)
    {
        if (member is not { Parts: { } parts, RubyHeap: { Bytes: > 0 } heap, Memory: { PssBytes: { } pss, PssAnonymousBytes: { } anonymous } memory })
            return null;
        var rate = SharedRate(parts, anonymous);
        var of = parts.ToDictionary(part => part.Purpose, part => Proportional(part.Bytes, part.SharedBytes, rate));
        var live = (long)(of.GetValueOrDefault(MemoryPurpose.RubyPages) * (heap.LiveBytes / (double)heap.Bytes));
        var uses = (member.Allocator?.Arenas ?? []).Select(arena => arena.Use).OfType<ArenaUse>().ToList();
        var trimmable = uses.Sum(use => Proportional(use.TrimmableBytes ?? 0, use.TrimmableSharedBytes ?? 0, rate));
        var untrimmable = uses.Sum(use => Proportional(use.UntrimmableBytes ?? 0, use.UntrimmableSharedBytes ?? 0, rate));
        var inUse = Math.Max(0, of.GetValueOrDefault(MemoryPurpose.Malloc) + of.GetValueOrDefault(MemoryPurpose.LargeBlocks) - trimmable - untrimmable);
        var objects = OfObjects(member.RubyKit?.Walk, heap) is { } held ? Math.Min(inUse, Proportional(held, held, SharedRateOf(parts, rate))) : 0;
        var shares = new SortedDictionary<MemoryShareKind, long>
        {
            [MemoryShareKind.RubyLiveSlots] = live,
            [MemoryShareKind.RubyFreeSlots] = of.GetValueOrDefault(MemoryPurpose.RubyPages) - live,
            [MemoryShareKind.RubyTransient] = of.GetValueOrDefault(MemoryPurpose.RubyTransient),
            [MemoryShareKind.MallocOfObjects] = objects,
            [MemoryShareKind.MallocOfOthers] = inUse - objects,
            [MemoryShareKind.MallocTrimmable] = trimmable,
            [MemoryShareKind.MallocUntrimmable] = untrimmable,
            [MemoryShareKind.Code] = memory.PssFileBytes ?? 0,
            [MemoryShareKind.LibraryData] = of.GetValueOrDefault(MemoryPurpose.LibraryData),
            [MemoryShareKind.MadeCode] = of.GetValueOrDefault(MemoryPurpose.MadeCode),
            [MemoryShareKind.Stacks] = of.GetValueOrDefault(MemoryPurpose.Stacks),
            [MemoryShareKind.SharedMemory] = memory.PssSharedMemoryBytes ?? 0,
        };
        shares[MemoryShareKind.Other] = pss - shares.Values.Sum();
        return [.. shares.Where(share => share.Value != 0).Select(share => new MemoryShare(share.Key, share.Value))];
    }

    /// <summary>The part of its heap pages' resident bytes that is its own: of a page that others map too, its share. Null where that was not read.</summary>
    public static double? OwnShareOfHeap(Member member) =>
        member is { Parts: { } parts, Memory.PssAnonymousBytes: { } anonymous }
        && parts.FirstOrDefault(part => part.Purpose == MemoryPurpose.RubyPages) is { Bytes: > 0 } pages
            ? Proportional(pages.Bytes, pages.SharedBytes, SharedRate(parts, anonymous)) / (double)pages.Bytes
            : null;

    /// <summary>What malloc gave objects for themselves: their sizes less their slots, which the sizes have in them.</summary>
    private static long? OfObjects(RubyWalk? walk, RubyHeap heap) =>
        walk?.Bytes.TryGetValue("TOTAL", out var total) == true ? Math.Max(0, total - heap.LiveBytes) : null;

    /// <summary>The part of a shared byte that counts, from 0 to 1.</summary>
    private static double SharedRate(IReadOnlyList<ResidentPart> parts, long pss)
    {
        var shared = parts.Sum(part => part.SharedBytes);
        return shared == 0 ? 1 : Math.Clamp((pss - (parts.Sum(part => part.Bytes) - shared)) / (double)shared, 0, 1);
    }

    /// <summary>Of malloc's memory, shared or not: where each object's lies is not known.</summary>
    private static double SharedRateOf(IReadOnlyList<ResidentPart> parts, double rate)
    {
        var malloc = parts.Where(part => part.Purpose is MemoryPurpose.Malloc or MemoryPurpose.LargeBlocks).ToList();
        var bytes = malloc.Sum(part => part.Bytes);
        return bytes == 0 ? 1 : malloc.Sum(part => Proportional(part.Bytes, part.SharedBytes, rate)) / (double)bytes;
    }

    private static long Proportional(long bytes, long shared, double rate) => bytes - shared + (long)(shared * rate);
}
