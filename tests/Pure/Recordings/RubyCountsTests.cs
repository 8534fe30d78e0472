using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>What a sample keeps of GC.stat_heap, by the names that each version gives.</summary>
public sealed class RubyCountsTests
{
    [Fact]
    public void Before_3_2_there_are_no_sizes() => Assert.Empty(Of().Pools);

    /// <summary>3.2 does not count objects by size, 3.3 does.</summary>
    [Fact]
    public void Slots_and_objects_are_kept_by_size() => Assert.Equal(
        [new RubyPoolCounts(40, 16_373, null), new RubyPoolCounts(640, 204, 78)],
        Of(
            Pool(("slot_size", 40), ("heap_eden_pages", 10), ("heap_eden_slots", 16_373), ("heap_tomb_slots", 5)),
            Pool(("slot_size", 640), ("heap_eden_slots", 204), ("total_allocated_objects", 100), ("total_freed_objects", 22))).Pools);

    [Theory]
    [InlineData("slot_size")]
    [InlineData("heap_eden_slots")]
    public void A_row_that_says_too_little_is_left_out(string name) => Assert.Empty(Of(Pool((name, 40))).Pools);

    private static RubyCounts Of(params Dictionary<string, long>[] pools) =>
        RubyCounts.Of(new RubyKit(DateTimeOffset.UnixEpoch, new Dictionary<string, long> { ["heap_live_slots"] = 1 }, pools, null));

    private static Dictionary<string, long> Pool(params (string Name, long Value)[] values) => values.ToDictionary(value => value.Name, value => value.Value);
}
