using System.Buffers.Binary;
using System.Text;
using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>Pools, blocks and words of a heap made up by hand, and of one that is torn.</summary>
public sealed class HeapTests
{
    private const ulong Pool = 0x7f00_0000_0000, Metatype = 0x55_0000, Dict = 0x56_0000, Text = 0x57_0000, Names = 0x58_0000;
    private const int PoolSize = 16384;
    private static readonly HeapLayout Layout = new(
        PoolSize, StringData: 48, OtherStringData: 72, FunctionVersion: 128, TupleHash: 0, TypeCaches: [168, 384], Code: new(128, 112, 40, 104));

    private readonly MadeMemory _memory = new();

    public HeapTests()
    {
        Type(Dict, "dict", flags: 1ul << 14 | 1ul << 29);
        Type(Text, "str", flags: 1ul << 28);
    }

    [Fact]
    public void A_pool_is_told_with_its_blocks()
    {
        // Blocks of 64 bytes: a tracked dict, a string, a free one, bytes; the fifth was never handed out.
        Header(sizeClass: 3, free: Pool + 48 + 128, next: 48 + (4 * 64), used: 3);
        Write(Pool + 48, 0x7f00_0000_5000, 0x7f00_0000_6000, 1, Dict);
        Write(Pool + 48 + 64, 3, Text);
        Write(Pool + 48 + 128, 0);
        Write(Pool + 48 + 192, 0x1234_5678_9abc_def0, 77);

        var pool = Loaded();
        Assert.Equal(
            [BlockUse.Object, BlockUse.Object, BlockUse.Free, BlockUse.Bytes, BlockUse.Free],
            pool.Blocks[..5].ToArray().Select(block => block.Use));
        Assert.Equal(("dict", true, 16), (pool.Blocks[0].Type.Name, pool.Blocks[0].Tracked, pool.Blocks[0].ObjectOffset));
        Assert.Equal(("str", false, 0), (pool.Blocks[1].Type.Name, pool.Blocks[1].Tracked, pool.Blocks[1].ObjectOffset));
        Assert.Equal((-1, 0, 0, 1), (pool.IndexAt(Pool + 40), pool.IndexAt(Pool + 48), pool.IndexAt(Pool + 104), pool.IndexAt(Pool + 112)));
    }

    [Theory]
    [InlineData(CopyTrace.Reused, -1, 0)]
    [InlineData(CopyTrace.Links, 0, 0)]
    [InlineData(CopyTrace.Count, 0, 16)]
    [InlineData(CopyTrace.Reused, 0, 24)]
    [InlineData(CopyTrace.Content, 0, 32)]
    [InlineData(CopyTrace.Count, 1, 0)]
    [InlineData(CopyTrace.Cache, 1, 24)]
    [InlineData(CopyTrace.Reused, 1, 48)]
    [InlineData(CopyTrace.Reused, 2, 8)]
    [InlineData(CopyTrace.Content, 3, 8)]
    public void A_changed_word_tells_by_what_stood_there(CopyTrace trace, int block, int offset)
    {
        A_pool_is_told_with_its_blocks();
        var pool = Loaded();
        var found = block < 0 ? new HeapBlock(Pool, 48, BlockUse.Header, HeapType.None) : pool.Blocks[block];
        Assert.Equal(trace, WordTrace.Of(found, found.Start + (ulong)offset, Layout));
    }

    [Fact]
    public void What_is_no_pool_is_none()
    {
        Assert.False(new PymallocPool(PoolSize, Reader()).Load(_memory, Pool)); // zeros
        Header(sizeClass: 3, free: 0, next: 48 + 64 + 8, used: 1); // between two blocks
        Assert.False(new PymallocPool(PoolSize, Reader()).Load(_memory, Pool));
        Header(sizeClass: 40, free: 0, next: 48 + 656, used: 1); // larger than any
        Assert.False(new PymallocPool(PoolSize, Reader()).Load(_memory, Pool));
    }

    /// <summary>Torn memory may hold any list of free blocks: one that leads out, one that goes round.</summary>
    [Theory]
    [InlineData(Pool + PoolSize + 64)]
    [InlineData(Pool + 48 + 8)]
    [InlineData(Pool + 48)]
    public void A_broken_list_of_free_blocks_ends(ulong second)
    {
        Header(sizeClass: 3, free: Pool + 48, next: 48 + (4 * 64), used: 3);
        Write(Pool + 48, second);
        Assert.Equal(BlockUse.Free, Loaded().Blocks[0].Use);
    }

    [Fact]
    public void A_word_that_leads_to_no_type_makes_no_object()
    {
        Header(sizeClass: 3, free: 0, next: 48 + 128, used: 1);
        Write(Pool + 48, 1, Names);
        Assert.Equal(BlockUse.Bytes, Loaded().Blocks[0].Use);
    }

    [Theory]
    [InlineData(1ul, true)]
    [InlineData(0xFFFF_FFFFul, true)] // immortal in 3.12
    [InlineData(0xC000_0000ul | 1ul << 48, true)] // 3.14, with a flag
    [InlineData(0ul, false)]
    [InlineData(0x7f12_3456_7890ul, false)]
    public void A_count_is_told_from_a_pointer(ulong word, bool isCount) => Assert.Equal(isCount, BlockReader.IsCount(word));

    [Fact]
    public void A_dicts_table_is_known_by_its_header()
    {
        // 3.11 and later: 8 slots, 8 bytes of indices, unicode keys, 2 usable, 3 entries.
        Write(Pool, 1, 0x02_03_03, 2, 3);
        Assert.True(DictTable.IsAt(_memory, Pool, 160));
        Assert.False(DictTable.IsAt(_memory, Pool, 96)); // five entries do not fit
        Write(Pool + 16, 6); // more usable than a third of the slots leaves
        Assert.False(DictTable.IsAt(_memory, Pool, 160));
        // Before: dk_size, dk_lookup, dk_usable, dk_nentries.
        Write(Pool, 1, 8, 0x55_1234, 2, 3);
        Assert.True(DictTable.IsAt(_memory, Pool, 176));
    }

    /// <summary>What stands where a freed or torn object says its name is may be anything.</summary>
    [Theory]
    [InlineData(1 << 5 | 1 << 6 | 1 << 2, 4, "shop")] // ASCII
    [InlineData(1 << 5 | 1 << 2, 4, "größ")] // Latin-1
    [InlineData(1 << 5 | 2 << 2, 2, "店页")]
    [InlineData(1 << 5 | 4 << 2, 1, "🐍")]
    [InlineData(1 << 6 | 1 << 2, 4, null)] // not compact: its characters stand elsewhere
    [InlineData(1 << 5 | 3 << 2, 4, null)] // no such width
    [InlineData(1 << 5 | 1 << 2, -1, null)]
    public void A_string_is_read_or_refused(int state, long length, string? expected)
    {
        var text = expected ?? "shop";
        var bytes = ((state >> 2 & 7) switch { 2 => Encoding.Unicode, 4 => Encoding.UTF32, _ => Encoding.Latin1 }).GetBytes(text);
        Write(Pool, 1, Text, (ulong)length, 0, (ulong)state);
        Write(Pool + ((state & 1 << 6) != 0 ? 48u : 72u), bytes);
        Assert.Equal(expected, TextAt(Pool));
    }

    [Fact]
    public void A_string_that_says_to_be_huge_is_cut()
    {
        Write(Pool, 1, Text, long.MaxValue, 0, 1 << 5 | 1 << 6 | 1 << 2);
        Write(Pool + 48, Enumerable.Repeat((byte)'a', 300).ToArray());
        Assert.Equal(new string('a', 240) + "...", TextAt(Pool));
        _memory.End = Pool + 48 + 200;
        Assert.Null(TextAt(Pool)); // nor is that much there
    }

    [Fact]
    public void What_is_no_string_has_no_text()
    {
        Write(Pool, 1, Dict, 4, 0, 1 << 5 | 1 << 6 | 1 << 2); // another object by now
        Assert.Null(TextAt(Pool));
        Write(Pool, Pool + 64, 0); // freed
        Assert.Null(TextAt(Pool));
        Assert.Null(TextAt(Pool + 4));
        Assert.Null(TextAt(0));
        Assert.Null(TextAt(ulong.MaxValue));
    }

    /// <summary>A class's dict, in which one attribute was deleted.</summary>
    [Theory]
    [InlineData(0x02_03_03, 40, 16)] // 3.11 and later: 8 slots, 8 bytes of indices; unicode keys
    [InlineData(0x00_03_03, 40, 24)] // keys of any type, each with its hash
    [InlineData(8, 48, 24)] // before: dk_size, dk_lookup, dk_usable, dk_nentries
    public void A_dicts_entries_are_read(ulong second, ulong entries, ulong size)
    {
        Write(Pool, 1, Dict, 2, 0, Pool + 64, 0);
        Write(Pool + 64, second == 8 ? [1, second, 0x55_1234, 2, 3] : [1, second, 2, 3]);
        for (var index = 0ul; index < 3; index++)
            Write(Pool + 64 + entries + ((index + 1) * size) - 16, 0x1000 + index, index == 1 ? 0 : 0x2000 + index);
        Assert.Equal([(0x1000ul, 0x2000ul), (0x1002ul, 0x2002ul)], DictEntries.Of(_memory, Pool));
    }

    [Fact]
    public void A_hostile_dict_has_few_entries()
    {
        Write(Pool, 1, Dict, 2, 0, Pool + 64, 0);
        Write(Pool + 64, 1, 0x00_1E_1E, 0, (1ul << 31) / 3); // as many as its size leaves room for, of zeros
        Assert.Empty(DictEntries.Of(_memory, Pool));
        Write(Pool + 40, Pool); // the values stand elsewhere
        Assert.Empty(DictEntries.Of(_memory, Pool));
        Write(Pool + 32, 7, 0);
        Assert.Empty(DictEntries.Of(_memory, Pool));
        Assert.Empty(DictEntries.Of(_memory, ulong.MaxValue - 7));
    }

    private string? TextAt(ulong address) => new HeapText(_memory, new HeapTypes(_memory, Metatype), Layout).At(address);

    private PymallocPool Loaded()
    {
        var pool = new PymallocPool(PoolSize, Reader());
        Assert.True(pool.Load(_memory, Pool));
        return pool;
    }

    private BlockReader Reader() => new(new HeapTypes(_memory, Metatype));

    private void Header(uint sizeClass, ulong free, uint next, uint used)
    {
        var size = (sizeClass + 1) * 16;
        Write(Pool, used, free, 0, 0, (ulong)sizeClass << 32, ((ulong)(PoolSize - size) << 32) | next);
    }

    private void Type(ulong address, string name, ulong flags)
    {
        Write(address, 1, Metatype, 0, Names + (address - Dict));
        Write(address + 168, flags | 1ul << 12);
        for (var index = 0; index < name.Length; index++)
            _memory.Bytes[Names + (address - Dict) + (ulong)index] = (byte)name[index];
    }

    private void Write(ulong address, params ulong[] words)
    {
        Span<byte> bytes = stackalloc byte[8];
        foreach (var (index, word) in words.Index())
        {
            BinaryPrimitives.WriteUInt64LittleEndian(bytes, word);
            for (var at = 0; at < 8; at++)
                _memory.Bytes[address + (ulong)((index * 8) + at)] = bytes[at];
        }
    }

    private void Write(ulong address, byte[] bytes)
    {
        foreach (var (index, one) in bytes.Index())
            _memory.Bytes[address + (ulong)index] = one;
    }

    /// <summary>Zeros, but for what was written.</summary>
    private sealed class MadeMemory : IMemory, IWords
    {
        public ulong End { get; set; } = ulong.MaxValue;

        public Dictionary<ulong, byte> Bytes { get; } = [];

        public bool TryRead(ulong address, Span<byte> destination)
        {
            if (address + (ulong)destination.Length > End)
                return false;
            for (var index = 0; index < destination.Length; index++)
                destination[index] = Bytes.GetValueOrDefault(address + (ulong)index);
            return true;
        }

        public bool TryWord(ulong address, out ulong word) => this.TryRead(address, out word);
    }
}
