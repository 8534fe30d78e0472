using System.Buffers.Binary;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.Runtimes;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CRuby;

/// <summary>Only what looks like a heap page in every respect is one.</summary>
public sealed class RubyHeapReaderTests
{
    private const ulong Bodies = MadeRubyHeap.Bodies, Structs = MadeRubyHeap.Structs;
    private const int Size = MadeRubyHeap.Size;

    [Fact]
    public void Slots_are_counted_by_what_they_hold()
    {
        var read = Read(_ => { });
        Assert.NotNull(read);
        var heap = read.Facts;
        Assert.Equal((1, 1637, 1634), (heap.Pages, heap.Slots, heap.FreeSlots));
        Assert.Equal([("string", 2L), ("imemo", 1L)], heap.Objects.Select(kind => (kind.Kind, kind.Count)));
        Assert.Equal(1, heap.OldSlots);
        Assert.Equal(1, Assert.Single(heap.Pools).PagesByOccupancy[1]);
        Assert.Equal([new HeapSpan(Bodies, Bodies + 40 + (1637 * 40), MemoryPurpose.RubyPages)], read.Spans);
        Assert.Equal(new HeapPicture("Ruby's slots of 40 bytes", "ruby", 40, "y1f6o1f1592y1f36"), Assert.Single(read.Pictures));
    }

    [Theory]
    [InlineData(0, 41)] // no size of slots
    [InlineData(2, 3000)] // more slots than fit
    [InlineData(2, 12)] // fewer than there is room for
    [InlineData(2, -5)]
    [InlineData(32, 1)] // slots that begin elsewhere
    [InlineData(48, 8)] // a neighbour that does not point back
    public void A_struct_that_cannot_be_is_no_page(int offset, int value) =>
        Assert.Null(Read(record => BinaryPrimitives.WriteInt16LittleEndian(record.AsSpan(offset), (short)value)));

    /// <summary>Nothing of a page that is swapped out can be read; its neighbour in Ruby's list leads to what is known of it.</summary>
    [Fact]
    public void A_page_that_is_swapped_out_is_counted_as_unread()
    {
        const ulong Away = Bodies + Size, AwayStruct = Structs + 0x100;
        var away = MadeRubyHeap.RecordOf(Away, MadeRubyHeap.Sentinel, MadeRubyHeap.Layout);
        BinaryPrimitives.WriteUInt64LittleEndian(away.AsSpan(56), Structs + 48);
        var read = Read(record => BinaryPrimitives.WriteUInt64LittleEndian(record.AsSpan(48), AwayStruct + 48), AwayStruct, away);
        Assert.NotNull(read);
        Assert.Equal((1, 1, 1637), (read.Facts.Pages, read.Facts.UnreadPages, read.Facts.Slots));
        Assert.Equal([Bodies, Away], read.Spans.Select(span => span.Start));
        Assert.Equal(2, Assert.Single(read.Pictures).Pages().Count());
    }

    /// <summary>As 3.4's source has it: a pointer more in front of both, and no mark of pages set aside.</summary>
    [Fact]
    public void What_moved_in_the_struct_is_found_by_the_layouts_columns()
    {
        var layout = new RubyPageLayout(3, 4, Size, 1 << 5, null, Start: 40, Links: 56, InTomb: null);
        var moved = Read(record => record[12] = 0xff, layout: layout);
        Assert.Equal((1, 0, 1634), (moved!.Facts.Pages, moved.Facts.TombPages, moved.Facts.FreeSlots));
        var known = Read(record => record[12] = 0xff);
        Assert.Equal((1, 1, 1634), (known!.Facts.Pages, known.Facts.TombPages, known.Facts.FreeSlots));
    }

    [Theory]
    [InlineData("3.1.2", 1 << 14)]
    [InlineData("3.3.0", 1 << 16)]
    [InlineData("3.2.0", null)] // never held against the interpreter's own account
    [InlineData("4.0.0", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Versions_are_rows(string? version, int? bytes) => Assert.Equal(bytes, RubyPageLayout.For(version)?.PageBytes);

    /// <param name="last">The last struct of the list, where it is not the page's own; what stands there in <paramref name="more"/>.</param>
    private static CRubyHeap? Read(Action<byte[]> damage, ulong last = MadeRubyHeap.Structs, byte[]? more = null, RubyPageLayout? layout = null)
    {
        var made = new MadeRubyHeap(layout ?? MadeRubyHeap.Layout, last);
        damage(made.Record);
        var memory = made.Pieces.Aggregate(new FakeMemory(), (all, piece) => all.With(piece.Address, piece.Bytes));
        if (more is not null)
            memory.With(last, more);
        return made.Read(memory);
    }
}
