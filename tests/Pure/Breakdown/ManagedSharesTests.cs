using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.DotNet;
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

    /// <summary>After a restart the heap is another process's, of which no collection was told.</summary>
    [Theory]
    [InlineData(0, MemoryShareKind.ManagedGeneration2)]
    [InlineData(1, MemoryShareKind.ManagedRest)]
    public void Only_the_process_that_told_is_split(int other, MemoryShareKind most)
    {
        var member = Member();
        var trace = MadeTraces.Trace(Collection([0, 0, 100, 0, 0], [0, 0, 0, 0, 0])) with { Pid = member.Process.Pid + other };
        var told = Assert.Single(MemoryBreakdown.OfFamily(MadeFamilies.Recording(member) with { DotNet = trace })!);
        Assert.Equal(most, told.Shares.Where(share => share.Kind <= MemoryShareKind.ManagedRest).MaxBy(share => share.Bytes)!.Kind);
    }

    /// <summary>The younger one ended before; and one that lacks its history tells nothing of what is free.</summary>
    [Fact]
    public void The_last_is_the_one_that_ended_last()
    {
        var member = Member();
        var background = Collection([0, 0, 100, 0, 0], [0, 0, 0, 0, 0]) with { At = 1, Seconds = 5 };
        var within = Collection([0, 0, 10, 0, 0], [0, 0, 0, 0, 0]) with { At = 2, Seconds = 0.1 };
        var trace = MadeTraces.Trace(background, within, within with { At = 9, FreeAfter = null }) with { Pid = member.Process.Pid };
        var told = Assert.Single(MemoryBreakdown.OfFamily(MadeFamilies.Recording(member) with { DotNet = trace })!);
        Assert.Equal(100 * MiB, told.Shares.Single(share => share.Kind == MemoryShareKind.ManagedGeneration2).Bytes);
    }

    private static DotNetCollection Collection(long[] after, long[] free) => new(
        1, 2, CollectionKind.Blocking, CollectionReason.AllocSmall, 1, 0.1, 0.1, 0, true, 1, 40, null, [.. after.Select(size => size * MiB)], null, null)
    { FreeAfter = [.. free.Select(size => size * MiB)] };

    /// <summary>In MiB.</summary>
    private static Dictionary<MemoryShareKind, long> Shares(DotNetCollection? last)
    {
        return MemoryBreakdown.Of(Member(), last)!.ToDictionary(share => share.Kind, share => share.Bytes / MiB);
    }

    private static Member Member()
    {
        return MadeRuby.Member() with
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
    }
}
