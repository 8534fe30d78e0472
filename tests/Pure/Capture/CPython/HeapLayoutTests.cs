using System.Globalization;
using System.Text.Json;
using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>
/// Every version's row of the heap against memory of that very version, recorded by fixtures/record_cpython_heap.py: the words that
/// only filling a cache changed, and a pool of which Python said what stands in it.
/// </summary>
public sealed class HeapLayoutTests
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "fixtures", "cpython-heap");

    public static TheoryData<string> Versions => new(Directory.EnumerateFiles(Folder, "*.json").Select(Path.GetFileNameWithoutExtension).Order()!);

    [Fact]
    public void Each_minor_version_is_there() =>
        Assert.Equal(
            CPythonLayouts.Minors,
            Directory.EnumerateFiles(Folder).Select(path => int.Parse(Path.GetFileName(path).Split('.')[1], CultureInfo.InvariantCulture)).Distinct().Order());

    [Theory]
    [MemberData(nameof(Versions))]
    public void A_cache_that_filled_is_told_as_such(string version)
    {
        var (said, memory, layout) = Load(version);
        var types = new HeapTypes(memory, Number(said, "metatype"));
        var seen = 0;
        foreach (var change in said.GetProperty("changes").EnumerateArray())
        {
            var type = types.Find(Number(change, "type_address"))!;
            Assert.Equal(change.GetProperty("type").GetString(), type.Name);
            var block = new HeapBlock(Number(change, "address"), 1024, BlockUse.Object, type);
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
        var (said, memory, layout) = Load(version);
        var expected = said.GetProperty("pool");
        Assert.Equal(expected.GetProperty("size").GetInt32(), layout.PoolSize);
        var pool = new PymallocPool(layout.PoolSize, new BlockReader(new HeapTypes(memory, Number(said, "metatype"))));
        Assert.True(pool.Load(memory, Number(expected, "address")));
        var blocks = pool.Blocks.ToArray();
        Assert.Equal(
            expected.GetProperty("objects").EnumerateArray().Select(Number).Order(),
            blocks.Where(block => block.Type.Name == "Slotted").Select(block => block.Object));
        Assert.All(blocks.Where(block => block.Type.Name == "Slotted"), block => Assert.True(block.Tracked));
        Assert.InRange(blocks.Count(block => block.Use == BlockUse.Free), expected.GetProperty("free").GetInt32(), blocks.Length);
    }

    private static (JsonElement Said, Recorded Memory, HeapLayout Layout) Load(string version)
    {
        var said = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, version + ".json"))).RootElement;
        var numbers = version.Split('.').Select(part => int.Parse(part, CultureInfo.InvariantCulture)).ToArray();
        var row = CPythonLayouts.For(new CPythonVersion(numbers[0], numbers[1], numbers[2]), out _)[0];
        var pieces = said.GetProperty("memory").EnumerateArray()
            .Select(piece => (Number(piece, "address"), Convert.FromHexString(piece.GetProperty("bytes").GetString()!))).ToList();
        return (said, new Recorded(pieces), row.Heap);
    }

    private static ulong Number(JsonElement element, string name) => Number(element.GetProperty(name));

    private static ulong Number(JsonElement element) => ulong.Parse(element.GetString().AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private sealed class Recorded(List<(ulong Address, byte[] Bytes)> pieces) : IMemory, IWords
    {
        public bool TryRead(ulong address, Span<byte> destination)
        {
            foreach (var (start, bytes) in pieces)
                if (address >= start && address - start + (ulong)destination.Length <= (ulong)bytes.Length)
                {
                    bytes.AsSpan((int)(address - start), destination.Length).CopyTo(destination);
                    return true;
                }
            return false;
        }

        public bool TryWord(ulong address, out ulong word) => this.TryRead(address, out word);
    }
}
