using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

/// <summary>Of a page that several made-up processes share one is asked, and of any other its own process.</summary>
public sealed class SharedHeadsTests
{
    private const ulong Present = 1ul << 63, OfFile = 1ul << 61, Once = 1ul << 56, Frame = 77, At = 0x7f00_0000_0000;

    private readonly SharedHeads _heads = new();
    private readonly FakeMemory _master = new FakeMemory().With(At, 1, 2, 3, 4, 5, 6), _worker = new FakeMemory().With(At, 6, 5, 4, 3, 2, 1);

    [Fact]
    public void A_shared_frame_is_read_once()
    {
        Assert.Equal([1, 2, 3, 4, 5, 6], Read(_master, Present | Frame, words: 6));
        // What the worker would show were it asked: it is not.
        Assert.Equal([1, 2], Read(_worker, Present | Frame, words: 2));
        Assert.Equal([1, 2, 3, 4, 5, 6], Read(_worker, Present | Frame, words: 6));
    }

    [Theory]
    [InlineData(Present | Once | Frame)]
    [InlineData(Present)]
    [InlineData(Present | OfFile | Frame)]
    public void Of_a_frame_of_its_own_a_hidden_one_or_a_files_it_is_asked_itself(ulong entry)
    {
        Read(_master, Present | Frame, words: 6);
        Assert.Equal([1, 2], Read(_master, entry, words: 2));
        Assert.Equal([6, 5], Read(_worker, entry, words: 2));
    }

    [Fact]
    public void Another_frame_at_the_same_address_has_words_of_its_own()
    {
        Read(_master, Present | Frame, words: 6);
        Assert.Equal([6, 5], Read(_worker, Present | (Frame + 1), words: 2));
    }

    [Fact]
    public void What_could_not_be_read_of_one_is_asked_of_the_next()
    {
        Assert.False(_heads.TryRead(new FakeMemory(), new PageEntry(Present | Frame), At, new byte[16]));
        Assert.Equal([6, 5], Read(_worker, Present | Frame, words: 2));
    }

    private ulong[] Read(IMemory memory, ulong entry, int words)
    {
        var read = new ulong[words];
        Assert.True(_heads.TryRead(memory, new PageEntry(entry), At, MemoryMarshal.AsBytes(read.AsSpan())));
        return read;
    }
}
