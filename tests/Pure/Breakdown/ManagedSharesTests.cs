using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Breakdown;

/// <summary>A .NET process of 200 MiB: a heap of 120, code of 20 that the runtime maps twice, malloc of 10.</summary>
public sealed class ManagedSharesTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>Generations are without what is free in them; what the collection did not tell is new since, or empty.</summary>
    [Fact]
    public void The_heap_is_split_by_what_the_last_collection_left()
    {
        var shares = Shares(Collection([4, 6, 50, 30, 0], [0, 1, 10, 5, 0]));
        Assert.Equal(
            [4, 5, 40, 25, 16, 120 - 90],
            new[]
            {
                MemoryShareKind.ManagedGeneration0, MemoryShareKind.ManagedGeneration1, MemoryShareKind.ManagedGeneration2, MemoryShareKind.ManagedLarge,
                MemoryShareKind.ManagedFree, MemoryShareKind.ManagedRest,
            }.Select(kind => shares[kind]));
        Assert.DoesNotContain(MemoryShareKind.ManagedPinned, shares.Keys);
    }

    [Fact]
    public void All_parts_sum_to_the_kernels_and_code_is_no_shared_memory()
    {
        var shares = Shares(Collection([4, 6, 50, 30, 0], [0, 1, 10, 5, 0]));
        Assert.Equal(200, shares.Values.Sum());
        Assert.Equal((20, 5, 10), (shares[MemoryShareKind.RuntimeCode], shares[MemoryShareKind.SharedMemory], shares[MemoryShareKind.MallocOfOthers]));
    }

    /// <summary>It gave memory back after it told.</summary>
    [Fact]
    public void More_than_is_there_is_cut_in_proportion()
    {
        var shares = Shares(Collection([0, 0, 200, 40, 0], [0, 0, 100, 0, 0]));
        Assert.Equal((50, 20, 50), (shares[MemoryShareKind.ManagedGeneration2], shares[MemoryShareKind.ManagedLarge], shares[MemoryShareKind.ManagedFree]));
    }

    [Fact]
    public void Without_a_collection_it_is_one_part() => Assert.Equal(120, Shares(last: null)[MemoryShareKind.ManagedRest]);

    private static DotNetCollection Collection(long[] after, long[] free) => new(
        1, 2, CollectionKind.Blocking, CollectionReason.AllocSmall, 1, 0.1, 0.1, 0, true, 1, 40, null, [.. after.Select(size => size * MiB)], null, null)
    { FreeAfter = [.. free.Select(size => size * MiB)] };

    /// <summary>In MiB.</summary>
    private static Dictionary<MemoryShareKind, long> Shares(DotNetCollection? last)
    {
        var member = MadeRuby.Member() with
        {
            RubyHeap = null,
            Allocator = null,
            Parts =
            [
                new(MemoryPurpose.ManagedHeap, 120 * MiB, 0), new(MemoryPurpose.Malloc, 10 * MiB, 0), new(MemoryPurpose.Other, 5 * MiB, 0),
                new(MemoryPurpose.RuntimeCode, 20 * MiB, 0),
            ],
            Memory = new MemoryUse(220 * MiB, 200 * MiB, null, null, null)
            {
                PssAnonymousBytes = 135 * MiB, PssFileBytes = 40 * MiB, PssSharedMemoryBytes = 25 * MiB,
            },
        };
        return MemoryBreakdown.Of(member, last)!.ToDictionary(share => share.Kind, share => share.Bytes / MiB);
    }
}
