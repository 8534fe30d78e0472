using System.Buffers.Binary;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CRuby;

/// <summary>Heap pages in a list, each with as many strings, which outlived three collections.</summary>
internal sealed class MadeRubyPages
{
    public const int Strings = 1000;

    private const int Size = MadeRubyHeap.Size, Slot = 40, Apart = 0x100;
    private const ulong Bodies = MadeRubyHeap.Bodies, Structs = MadeRubyHeap.Structs;

    private readonly RubyPageLayout _layout = MadeRubyHeap.Layout;
    private readonly byte[] _bodies, _structs;

    public MadeRubyPages(int count)
    {
        (_bodies, _structs) = (new byte[count * Size], new byte[(count + 1) * Apart]);
        for (var page = 0; page < count; page++)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(_bodies.AsSpan(page * Size), StructOf(page));
            for (var slot = 0; slot < Strings; slot++)
                BinaryPrimitives.WriteUInt64LittleEndian(Flags(page, slot), 5 | _layout.OldFlags);
            MadeRubyHeap.RecordOf(Bodies + (ulong)(page * Size), LinksOf(page + 1), _layout).CopyTo(_structs, page * Apart);
        }
        for (var page = 0; page < count; page++)
            BinaryPrimitives.WriteUInt64LittleEndian(_structs.AsSpan(((page + 1) * Apart) + _layout.Links + 8), LinksOf(page));
    }

    /// <summary>It was another's when it was looked at: its first word leads nowhere.</summary>
    public void TearPage(int page) => _bodies.AsSpan(page * Size, 8).Clear();

    /// <summary>Its slots read as zeros.</summary>
    public void TearSlots(int page) => _bodies.AsSpan((page * Size) + Slot, Strings * Slot).Clear();

    public RubyHeap Read()
    {
        var memory = new FakeMemory().With(Bodies, _bodies).With(Structs, _structs);
        var mapping = new Mapping(Bodies, Bodies + (ulong)_bodies.Length, 0, true, true, false, true, 0, 0, "");
        return new RubyHeapReader(memory, _layout).Read([mapping], touched => [new(touched.Start, touched.Length)])!.Facts;
    }

    private Span<byte> Flags(int page, int slot) => _bodies.AsSpan((page * Size) + Slot + (slot * Slot));

    private static ulong StructOf(int page) => Structs + (ulong)(page * Apart);

    private ulong LinksOf(int page) => StructOf(page) + (ulong)_layout.Links;
}
