using Lowtide.Recordings;

namespace Lowtide.Analysis.Breakdown;

/// <summary>
/// A process's PSS in parts that sum to it, of a Ruby, a CPython or a .NET. Of each part is known how much is resident and how much of that another process
/// maps too, but not how many do: so what is shared counts everywhere at the one rate that makes the sum the kernel's.
/// </summary>
public static class MemoryBreakdown
{
    /// <param name="last">Of a .NET process its last collection that told what it left; null where none did.</param>
    /// <returns>In the order of <see cref="MemoryShareKind"/>, those that are nothing left out; null where a part that it needs was not read.</returns>
    public static IReadOnlyList<MemoryShare>? Of(Member member, DotNetCollection? last = null)
    {
        if (member is not { Parts: { } told, Memory: { PssBytes: { } pss, PssAnonymousBytes: { } anonymous } memory })
            return null;
        var parts = told.Where(part => part.Purpose != MemoryPurpose.RuntimeCode).ToList();
        if (member.RubyHeap is not { Bytes: > 0 } && parts.Exists(part => part is { Purpose: MemoryPurpose.RubyPages, Bytes: > 0 }))
            return null;
        var pools = parts.Find(part => part is { Purpose: MemoryPurpose.PythonPools, Bytes: > 0 });
        if (member.PythonHeap is null && pools is not null)
            return null;
        var rate = SharedRate(parts, anonymous);
        var of = parts.ToDictionary(part => part.Purpose, part => Proportional(part.Bytes, part.SharedBytes, rate));
        var uses = (member.Allocator?.Arenas ?? []).Select(arena => arena.Use).OfType<ArenaUse>().ToList();
        var trimmable = uses.Sum(use => Proportional(use.TrimmableBytes ?? 0, use.TrimmableSharedBytes ?? 0, rate));
        var untrimmable = uses.Sum(use => Proportional(use.UntrimmableBytes ?? 0, use.UntrimmableSharedBytes ?? 0, rate));
        var inUse = Math.Max(0, of.GetValueOrDefault(MemoryPurpose.Malloc) + of.GetValueOrDefault(MemoryPurpose.LargeBlocks) - trimmable - untrimmable);
        var sharedMemory = memory.PssSharedMemoryBytes ?? 0;
        var runtimeCode = Math.Min(sharedMemory, told.Where(part => part.Purpose == MemoryPurpose.RuntimeCode).Sum(part => part.Bytes));
        var otherMalloc = member.Allocator is { Name: not "glibc" } ? of.GetValueOrDefault(MemoryPurpose.Other) : 0;
        var otherFree = (long)(otherMalloc * FreeShare(member.Allocator?.Jemalloc, parts.Find(part => part.Purpose == MemoryPurpose.Other)?.Bytes ?? 0));
        var shares = new SortedDictionary<MemoryShareKind, long>
        {
            [MemoryShareKind.RubyTransient] = of.GetValueOrDefault(MemoryPurpose.RubyTransient),
            [MemoryShareKind.MallocTrimmable] = trimmable,
            [MemoryShareKind.MallocUntrimmable] = untrimmable,
            [MemoryShareKind.OtherMalloc] = otherMalloc - otherFree,
            [MemoryShareKind.OtherMallocFree] = otherFree,
            [MemoryShareKind.Code] = memory.PssFileBytes ?? 0,
            [MemoryShareKind.LibraryData] = of.GetValueOrDefault(MemoryPurpose.LibraryData),
            [MemoryShareKind.MadeCode] = of.GetValueOrDefault(MemoryPurpose.MadeCode),
            [MemoryShareKind.RuntimeCode] = runtimeCode,
            [MemoryShareKind.Stacks] = of.GetValueOrDefault(MemoryPurpose.Stacks),
            [MemoryShareKind.SharedMemory] = sharedMemory - runtimeCode,
        };
        var objects = 0L;
        if (member.RubyHeap is { Bytes: > 0 } heap)
        {
            var live = (long)(of.GetValueOrDefault(MemoryPurpose.RubyPages) * (heap.LiveBytes / (double)heap.Bytes));
            shares[MemoryShareKind.RubyLiveSlots] = live;
            shares[MemoryShareKind.RubyFreeSlots] = of.GetValueOrDefault(MemoryPurpose.RubyPages) - live;
            objects = OfObjects(member.RubyKit?.Walk, heap) is { } held ? Math.Min(inUse, Proportional(held, held, SharedRateOf(parts, rate))) : 0;
        }
        if (pools is not null)
        {
            var all = of[MemoryPurpose.PythonPools];
            var live = (long)(all * Math.Min(1, member.PythonHeap!.InUseBytes / (double)pools.Bytes));
            shares[MemoryShareKind.PythonBlocks] = live;
            shares[MemoryShareKind.PythonFreeBlocks] = all - live;
        }
        (shares[MemoryShareKind.MallocOfObjects], shares[MemoryShareKind.MallocOfOthers]) = (objects, inUse - objects);
        foreach (var share in ManagedShares.Of(of.GetValueOrDefault(MemoryPurpose.ManagedHeap), last))
            shares[share.Kind] = share.Bytes;
        shares[MemoryShareKind.Other] = pss - shares.Values.Sum();
        return [.. shares.Where(share => share.Value != 0).Select(share => new MemoryShare(share.Key, share.Value))];
    }

    /// <summary>One part of all processes together.</summary>
    public static long Sum(IEnumerable<MemberMemory> told, MemoryShareKind kind) =>
        told.SelectMany(member => member.Shares).Where(share => share.Kind == kind).Sum(share => share.Bytes);

    /// <summary>Of each process of a family, in its order; null where none could be told.</summary>
    public static IReadOnlyList<MemberMemory>? OfFamily(Recording recording) => OfFamily(recording.Latest, recording.DotNet);

    /// <inheritdoc cref="OfFamily(Recording)"/>
    /// <param name="trace">Of its .NET process; null where none was listened to.</param>
    public static IReadOnlyList<MemberMemory>? OfFamily(FamilySnapshot family, DotNetTrace? trace)
    {
        // A foreground collection ends before the background one that it interrupts.
        var last = trace?.Collections
            .Where(collection => collection is { After: not null, FreeAfter: not null }).MaxBy(collection => collection.At + collection.Seconds);
        // After a restart the heap is another's.
        var told = family.Members
            .Select(member => Of(member, member.Process.Pid == trace?.Pid ? last : null) is { } shares ? new MemberMemory(member, shares) : null)
            .OfType<MemberMemory>().ToList();
        return told.Count == 0 ? null : told;
    }

    /// <summary>The part of its heap pages' resident bytes that is its own: of a page that others map too, its share. Null where that was not read.</summary>
    public static double? OwnShareOfHeap(Member member) =>
        member is { Parts: { } parts, Memory.PssAnonymousBytes: { } anonymous }
        && parts.FirstOrDefault(part => part.Purpose == MemoryPurpose.RubyPages) is { Bytes: > 0 } pages
            ? Proportional(pages.Bytes, pages.SharedBytes, SharedRate(parts, anonymous)) / (double)pages.Bytes
            : null;

    /// <summary>
    /// Of so many resident bytes, from 0 to 1. What jemalloc counts need not have been touched: where it comes to more than is resident, its free part
    /// counts at the rate of all of it.
    /// </summary>
    private static double FreeShare(JemallocUse? use, long resident) => use is null || resident == 0 ? 0
        : Math.Min(1, (use.DirtyBytes + use.SlabFreeBytes) * Math.Min(1, resident / (double)Math.Max(1, use.ActiveBytes + use.DirtyBytes)) / resident);

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

/// <param name="Shares">As <see cref="MemoryBreakdown.Of"/> gives them.</param>
public sealed record MemberMemory(Member Member, IReadOnlyList<MemoryShare> Shares);
