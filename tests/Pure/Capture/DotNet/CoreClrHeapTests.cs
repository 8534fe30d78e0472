using System.Text;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>The collector's range among mappings of .NET 10 on a machine of 24 GiB, by their looks alone.</summary>
public sealed class CoreClrHeapTests
{
    /// <summary>A stack, the collector's tables, its regions and what it has reserved, then an arena; far away the range for code.</summary>
    private const string Maps = """
        7f35295fe000-7f35295ff000 ---p 00000000 00:00 0
        7f35295ff000-7f3529dff000 rw-p 00000000 00:00 0
        7f352b84b000-7f352b85f000 rw-p 00000000 00:00 0
        7f352b85f000-7f3547000000 ---p 00000000 00:00 0
        7f3547000000-7f3547011000 rw-p 00000000 00:00 0
        7f3547011000-7f3549000000 ---p 00000000 00:00 0
        7f3549000000-7f3549011000 rw-p 00000000 00:00 0
        7f3549011000-7f354bc00000 ---p 00000000 00:00 0
        7f354bc00000-7f354bc01000 rw-p 00000000 00:00 0
        7f354bc01000-7f410c000000 ---p 00000000 00:00 0
        7f410c000000-7f410c021000 rw-p 00000000 00:00 0
        7f410c021000-7f4110000000 ---p 00000000 00:00 0
        7f4124e30000-7f4124e36000 rw-s 00000000 00:01 7 /memfd:doublemapper (deleted)
        7f4124e40000-7f41a3000000 ---p 00000000 00:00 0
        7f41a3000000-7f41a3055000 rw-p 00000000 00:00 0

        """;

    private const ulong Arena = 0x7f410c000000;

    [Fact]
    public void It_is_the_tables_and_the_regions()
    {
        var range = CoreClrHeap.Range(Mapping.ParseAll(Encoding.ASCII.GetBytes(Maps)), WithArena());
        Assert.Equal((0x7f352b84b000UL, Arena), (range!.Value.Start, range.Value.End));
    }

    /// <summary>The last region may begin where a heap of malloc's would, and nobody has touched it yet.</summary>
    [Fact]
    public void A_region_at_an_arenas_place_is_none()
    {
        var maps = Maps.Replace("7f354bc0", "7f354c00", StringComparison.Ordinal);
        Assert.Equal(Arena, CoreClrHeap.Range(Mapping.ParseAll(Encoding.ASCII.GetBytes(maps)), WithArena())!.Value.End);
    }

    /// <summary>Seen: 98 of 110 MB were not told, in one look of fifteen.</summary>
    [Fact]
    public void A_region_behind_one_free_page_is_no_stack()
    {
        var maps = Maps.Replace("7f3549011000", "7f354bbff000", StringComparison.Ordinal);
        var range = CoreClrHeap.Range(Mapping.ParseAll(Encoding.ASCII.GetBytes(maps)), WithArena());
        Assert.Equal((0x7f352b84b000UL, Arena), (range!.Value.Start, range.Value.End));
    }

    /// <summary>Seen: the heap was not told in one look of some fifty.</summary>
    [Fact]
    public void A_region_of_two_mappings_is_one()
    {
        const string last = "7f354bc00000-7f354bc01000 rw-p 00000000 00:00 0";
        var maps = Maps.Replace(
            $"{last}\n7f354bc01000-", $"{last}\n7f354bc01000-7f354bc11000 rw-p 00000000 00:00 0\n7f354bc11000-", StringComparison.Ordinal);
        Assert.NotEqual(Maps, maps);
        var range = CoreClrHeap.Range(Mapping.ParseAll(Encoding.ASCII.GetBytes(maps)), WithArena());
        Assert.Equal((0x7f352b84b000UL, Arena), (range!.Value.Start, range.Value.End));
    }

    /// <summary>An arena reserves 64 MiB behind what it uses, and several may lie side by side.</summary>
    [Fact]
    public void Arenas_are_none()
    {
        var maps = string.Join('\n', Enumerable.Range(0, 8).Select(at => Arena + ((ulong)at << 26)).SelectMany(start => new[]
        {
            $"{start:x}-{start + 0x21000:x} rw-p 00000000 00:00 0", $"{start + 0x21000:x}-{start + (64 << 20):x} ---p 00000000 00:00 0",
        })) + '\n';
        var memory = new FakeMemory();
        for (var at = 0UL; at < 8; at++)
            memory.With(Arena + (at << 26), Arena + (at << 26) + 0x30, 0, 0x21000, 0x21000);
        Assert.Null(CoreClrHeap.Range(Mapping.ParseAll(Encoding.ASCII.GetBytes(maps)), memory));
    }

    /// <summary>As many mappings as a process may have, each pair longer than the one before: 1e9 reads once, of a program that only calls a file so.</summary>
    [Fact]
    public void A_region_behind_the_other_is_read_once()
    {
        const ulong Used = 1 << 20, Reserved = 64 << 20;
        var (mappings, at) = (new List<Mapping>(), Arena);
        for (var pair = 0UL; pair < 32_000; pair++)
        {
            mappings.Add(new Mapping(at, at + Used, 0, true, true, false, true, 0, 0, ""));
            mappings.Add(new Mapping(at + Used, at += Used + Reserved + ((pair + 1) << 20), 0, false, false, false, true, 0, 0, ""));
        }
        var memory = new FakeMemory();
        Assert.Equal(new HeapSpan(Arena, at, MemoryPurpose.ManagedHeap), CoreClrHeap.Range(mappings, memory));
        Assert.InRange(memory.Reads, 1, mappings.Count);
    }

    private static FakeMemory WithArena() => new FakeMemory().With(Arena, Arena + 0x30, 0, 0x21000, 0x21000);
}
