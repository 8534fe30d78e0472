using System.Buffers.Binary;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.CRuby;

/// <summary>A heap page with three objects, its struct, and the list that it is in.</summary>
internal sealed class MadeRubyHeap
{
    public const ulong Bodies = 0x7f00_0001_0000, Structs = 0x5600_0000_0000, Sentinel = 0x5600_0000_0800;
    public const int Size = 1 << 16;

    public static readonly RubyPageLayout Layout = RubyPageLayout.For("3.3.8")!;

    private readonly RubyPageLayout _layout;

    /// <param name="last">The last struct of the list.</param>
    public MadeRubyHeap(RubyPageLayout layout, ulong last = Structs)
    {
        _layout = layout;
        Record = RecordOf(Bodies, Sentinel, layout);
        var (body, sentinel) = (new byte[Size], new byte[16]);
        BinaryPrimitives.WriteUInt64LittleEndian(body, Structs);
        foreach (var (slot, flags) in new[] { (0, 5), (7, 5 | 1 << 5), (1600, 26) })
            BinaryPrimitives.WriteUInt64LittleEndian(body.AsSpan(40 + (slot * 40)), (ulong)flags);
        BinaryPrimitives.WriteUInt64LittleEndian(sentinel.AsSpan(8), last + (ulong)layout.Links);
        Pieces = [(Bodies, body), (Structs, Record), (Sentinel, sentinel)];
    }

    /// <summary>The page's struct.</summary>
    public byte[] Record { get; }

    public IReadOnlyList<(ulong Address, byte[] Bytes)> Pieces { get; }

    /// <summary>A struct heap_page, with the next of its list.</summary>
    public static byte[] RecordOf(ulong body, ulong next, RubyPageLayout layout)
    {
        var record = new byte[layout.Size];
        BinaryPrimitives.WriteInt16LittleEndian(record, 40);
        BinaryPrimitives.WriteInt16LittleEndian(record.AsSpan(2), 1637);
        BinaryPrimitives.WriteUInt64LittleEndian(record.AsSpan(layout.Start), body + 40);
        BinaryPrimitives.WriteUInt64LittleEndian(record.AsSpan(layout.Links), next);
        return record;
    }

    public CRubyHeap? Read(IMemory memory)
    {
        var mapping = new Mapping(Bodies, Bodies + (2 * Size), 0, true, true, false, true, 0, 0, "");
        return new RubyHeapReader(memory, _layout).Read([mapping], touched => [new(touched.Start, touched.Length)]);
    }
}
