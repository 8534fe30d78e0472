using System.Globalization;
using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>
/// Every version's row of the heap against memory of that very version, recorded by fixtures/record_cpython_heap.py: the words that
/// only filling a cache changed, and a pool of which Python said what stands in it.
/// </summary>
public sealed class HeapLayoutTests
{
    public static TheoryData<string> Versions => new(RecordedHeap.Versions);

    [Fact]
    public void Each_minor_version_is_there() =>
        Assert.Equal(
            CPythonLayouts.Minors,
            RecordedHeap.Versions.Select(version => int.Parse(version.Split('.')[1], CultureInfo.InvariantCulture)).Distinct().Order());

    [Theory]
    [MemberData(nameof(Versions))]
    public void A_cache_that_filled_is_told_as_such(string version)
    {
        var recorded = RecordedHeap.Read(version);
        var (said, memory, layout) = (recorded.Said, recorded.Memory, recorded.Layout);
        var types = new HeapTypes(memory, recorded.Metatype);
        var seen = 0;
        foreach (var change in said.GetProperty("changes").EnumerateArray())
        {
            var type = types.Find(RecordedHeap.Number(change, "type_address"))!;
            Assert.Equal(change.GetProperty("type").GetString(), type.Name);
            var block = new HeapBlock(RecordedHeap.Number(change, "address"), 1024, BlockUse.Object, type);
            foreach (var offset in change.GetProperty("changed").EnumerateArray())
            {
                Assert.Equal((version, offset.GetInt32(), CopyTrace.Cache),
                    (version, offset.GetInt32(), WordTrace.Of(block, block.Object + offset.GetUInt64(), layout)));
                seen++;
            }
        }
        Assert.True(seen >= 5);
        Assert.Equal(said.GetProperty("string_data").GetInt32(), layout.StringData);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void What_stands_in_a_pool_is_what_Python_says(string version)
    {
        var recorded = RecordedHeap.Read(version);
        var (said, memory, layout) = (recorded.Said, recorded.Memory, recorded.Layout);
        var expected = said.GetProperty("pool");
        Assert.Equal(expected.GetProperty("size").GetInt32(), layout.PoolSize);
        var pool = new PymallocPool(layout.PoolSize, new BlockReader(new HeapTypes(memory, recorded.Metatype)));
        Assert.True(pool.Load(memory, RecordedHeap.Number(expected, "address")));
        var blocks = pool.Blocks.ToArray();
        Assert.Equal(
            expected.GetProperty("objects").EnumerateArray().Select(RecordedHeap.Number).Order(),
            blocks.Where(block => block.Type.Name == "Slotted").Select(block => block.Object));
        Assert.All(blocks.Where(block => block.Type.Name == "Slotted"), block => Assert.True(block.Tracked));
        Assert.InRange(blocks.Count(block => block.Use == BlockUse.Free), expected.GetProperty("free").GetInt32(), blocks.Length);
    }
}
