using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Malloc;

/// <summary>The chunks that are read from outside are those that the target got: in its heap, its threads' arenas and alone in a mapping.</summary>
public sealed class MallocOutlineTests
{
    [Fact]
    public void Every_chunk_in_use_is_found()
    {
        using var target = Said.StartAny("malloc_chunks.py");
        Assert.Equal(1, FoundShare(target));
    }

    /// <summary>Around a damaged chunk the walk takes up again.</summary>
    [Fact]
    public void A_damaged_heap_is_walked_on_behind_the_damage()
    {
        using var target = Said.StartAny("malloc_chunks.py", "damaged");
        // 100 chunks of 8,000 are damaged; with each, the one in front of it and some behind it are in doubt.
        Assert.InRange(FoundShare(target), 0.9, 0.9999);
    }

    private static double FoundShare(Target target)
    {
        using var memory = AddressSpace.TryOpen(target.Pid)!;
        var outline = MallocOutline.Read(memory, memory.Mappings, mapping => memory.Touched(mapping, out _));
        var held = target.Said.GetProperty("held").EnumerateArray()
            .Select(row => (Address: row[0].GetUInt64(), Usable: row[1].GetUInt64())).ToList();
        Assert.True(held.Count > 5000);
        return held.Count(one => Found(outline, one.Address, one.Usable)) / (double)held.Count;
    }

    private static bool Found(MallocOutline outline, ulong address, ulong usable)
    {
        var chunk = outline.On(address & ~((ulong)Page.Size - 1)).FirstOrDefault(chunk => chunk.Content == address);
        // Of one that has a mapping, the word behind it is not its own.
        return chunk.InUse && (usable == chunk.ContentEnd - address || usable == chunk.End - address);
    }
}
