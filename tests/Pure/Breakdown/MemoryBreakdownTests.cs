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
