using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Breakdown;

/// <summary>
/// A made-up Ruby of 84.625 MiB of anonymous memory, of which nothing or 20 MiB is shared. Shared, the kernel says 80 MiB of PSS: so each shared
/// byte counts 0.76875.
/// </summary>
public sealed class MemoryBreakdownTests
{
    private const long MiB = MadeFamilies.MiB;

    [Theory]
    [InlineData(false, 15.625, 65)]
    [InlineData(true, 13.3125, 62.6875)]
    public void Each_part_is_what_was_resident_at_the_kernels_rate(bool shared, double rubyPages, double malloc)
    {
        var shares = Shares(Member(shared));
        Assert.Equal(rubyPages, shares[MemoryShareKind.RubyLiveSlots] + shares[MemoryShareKind.RubyFreeSlots], 1e-4);
        // 300,000 of 400,000 slots of 40 bytes, on pages of 16,384 bytes.
        Assert.Equal(12_000_000 / 16_384_000.0, shares[MemoryShareKind.RubyLiveSlots] / rubyPages, 1e-4);
        Assert.Equal(malloc, shares[MemoryShareKind.MallocOfOthers], 1e-4);
        Assert.Equal(1, shares[MemoryShareKind.Stacks], 1e-4);
        Assert.Equal(1, shares[MemoryShareKind.LibraryData], 1e-4);
        Assert.Equal(9, shares[MemoryShareKind.Code], 1e-4);
        Assert.Equal(1, shares[MemoryShareKind.SharedMemory], 1e-4);
        // What PartsReader could tell nothing of, and no rest beside it.
        Assert.Equal(2, shares[MemoryShareKind.Other], 1e-4);
    }

    /// <summary>The walk's sizes have the slots in them, and cannot hold more than malloc has in use.</summary>
    [Theory]
    [InlineData(40, 40 - (12_000_000.0 / MiB), 65 - 40 + (12_000_000.0 / MiB))]
    [InlineData(4000, 65, 0)]
    public void What_objects_hold_is_taken_out_of_what_malloc_has_in_use(int walkedMiB, double objects, double others)
    {
        var walk = new RubyWalk("a", 0.1, new Dictionary<string, long> { ["TOTAL"] = walkedMiB * MiB });
        var kit = new RubyKit(DateTimeOffset.UnixEpoch, new Dictionary<string, long>(), [], walk);
        var shares = Shares(Member(shared: false) with { RubyKit = kit });
        Assert.Equal(objects, shares[MemoryShareKind.MallocOfObjects], 1e-4);
        Assert.Equal(others, shares.GetValueOrDefault(MemoryShareKind.MallocOfOthers), 1e-4);
    }

    /// <summary>Of 20 MiB in pools, 5 of them shared, 15 are handed out; and malloc's heap by its name alone.</summary>
    [Theory]
    [InlineData("glibc", 0, 2)]
    [InlineData("jemalloc", 2, 0)]
    public void Pools_of_a_Python_are_split_by_what_is_handed_out(string malloc, double other, double untold)
    {
        var shares = Shares(Python(new PythonHeap(16 << 10, 1280, 15 * MiB), malloc));
        // The kernel counts 24.5 MiB of 27: each shared byte counts half.
        Assert.Equal(17.5 * 0.75, shares[MemoryShareKind.PythonBlocks], 1e-4);
        Assert.Equal(17.5 * 0.25, shares[MemoryShareKind.PythonFreeBlocks], 1e-4);
        Assert.Equal(5, shares[MemoryShareKind.MallocOfOthers], 1e-4);
        Assert.Equal(other, shares.GetValueOrDefault(MemoryShareKind.OtherMalloc), 1e-4);
        Assert.Equal(untold, shares.GetValueOrDefault(MemoryShareKind.Other), 1e-4);
    }

    /// <summary>Of 2 MiB that are resident: what jemalloc counts need not be.</summary>
    [Theory]
    [InlineData(1, 0.5, 0.25, 0.75)]
    [InlineData(10, 4, 1, 2 * 5 / 14.0)]
    [InlineData(2, 0, 2, 2)]
    public void What_jemalloc_counts_as_free_is_at_most_what_is_there(double active, double dirty, double slabs, double free)
    {
        var made = Python(new PythonHeap(16 << 10, 1280, 15 * MiB), "jemalloc");
        var shares = Shares(made with
        {
            Allocator = made.Allocator! with { Jemalloc = new JemallocUse(1, (long)(active * MiB), (long)(dirty * MiB), (long)(slabs * MiB)) },
        });
        Assert.Equal(free, shares[MemoryShareKind.OtherMallocFree], 1e-4);
        Assert.Equal(2 - free, shares.GetValueOrDefault(MemoryShareKind.OtherMalloc), 1e-4);
    }

    [Fact]
    public void More_handed_out_than_is_resident_leaves_nothing_free() =>
        Assert.DoesNotContain(MemoryShareKind.PythonFreeBlocks, Shares(Python(new PythonHeap(16 << 10, 1280, 25 * MiB), "glibc")).Keys);

    [Fact]
    public void Pools_without_what_is_in_them_are_no_breakdown() => Assert.Null(MemoryBreakdown.Of(Python(heap: null, "glibc")));

    private static Member Python(PythonHeap? heap, string malloc) => MadeFamilies.Master() with
    {
        PythonHeap = heap,
        Allocator = new AllocatorFacts(malloc, null, null, null),
        Parts =
        [
            new(MemoryPurpose.PythonPools, 20 * MiB, 5 * MiB),
            new(MemoryPurpose.Malloc, 5 * MiB, 0),
            new(MemoryPurpose.Other, 2 * MiB, 0),
        ],
        Memory = new MemoryUse(30 * MiB, (49 * MiB / 2) + MiB, null, null, null)
        {
            PssAnonymousBytes = 49 * MiB / 2,
            PssFileBytes = MiB,
            PssSharedMemoryBytes = 0,
        },
    };

    [Fact]
    public void Without_one_of_its_parts_there_is_no_breakdown()
    {
        var whole = Member(shared: false);
        Assert.Null(MemoryBreakdown.Of(whole with { Parts = null }));
        Assert.Null(MemoryBreakdown.Of(whole with { RubyHeap = null }));
        Assert.Null(MemoryBreakdown.Of(whole with { Memory = whole.Memory with { PssBytes = null } }));
        Assert.Null(MemoryBreakdown.Of(whole with { Memory = whole.Memory with { PssAnonymousBytes = null } }));
    }

    /// <summary>In MiB.</summary>
    private static Dictionary<MemoryShareKind, double> Shares(Member member) =>
        MemoryBreakdown.Of(member)!.ToDictionary(share => share.Kind, share => share.Bytes / (double)MiB);

    private static Member Member(bool shared)
    {
        var anonymous = shared ? 80 * MiB : 84.625 * MiB;
        return MadeRuby.Member() with
        {
            Parts =
            [
                new(MemoryPurpose.RubyPages, 16_384_000, shared ? 10 * MiB : 0),
                new(MemoryPurpose.Malloc, 60 * MiB, shared ? 10 * MiB : 0),
                new(MemoryPurpose.LargeBlocks, 5 * MiB, 0),
                new(MemoryPurpose.Stacks, MiB, 0),
                new(MemoryPurpose.LibraryData, MiB, 0),
                new(MemoryPurpose.MadeCode, 0, 0),
                new(MemoryPurpose.Other, 2 * MiB, 0),
            ],
            Memory = new MemoryUse(100 * MiB, (long)anonymous + (10 * MiB), null, null, null)
            {
                PssAnonymousBytes = (long)anonymous,
                PssFileBytes = 9 * MiB,
                PssSharedMemoryBytes = MiB,
            },
        };
    }
}
