using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Pages;

/// <summary>What the bytes of pages say.</summary>
public sealed class PageBytesTests
{
    /// <summary>
    /// Hashes stand in files: other values would make every old picture of a master useless without a word. These were
    /// worked out by a second program, bit by bit with the polynomial 0x82F63B78.
    /// </summary>
    [Theory]
    [InlineData(0, 0x511bd110ef027503UL)]
    [InlineData(3, 0x6fca3dc2f34f40bcUL)]
    public void A_hash_is_the_same_for_ever(int seed, ulong hash) => Assert.Equal(hash, PageHash.Of(Filled(seed)));

    [Fact]
    public void A_page_of_zeros_has_a_hash_too() => Assert.Equal(0x9e02afbbdd68fd3eUL, PageHash.Of(new byte[Page.Size]));

    [Fact]
    public void Every_byte_counts()
    {
        var page = Filled(3);
        var hashes = new HashSet<ulong> { PageHash.Of(page) };
        for (var at = 0; at < page.Length; at++)
        {
            page[at] ^= 0x40;
            Assert.True(hashes.Add(PageHash.Of(page)), $"byte {at} does not count");
            page[at] ^= 0x40;
        }
    }

    [Fact]
    public void Order_counts()
    {
        var page = new byte[Page.Size];
        (page[0], page[8], page[32]) = (1, 2, 3);
        var swapped = new byte[Page.Size];
        (swapped[0], swapped[8], swapped[32]) = (3, 2, 1);
        Assert.NotEqual(PageHash.Of(page), PageHash.Of(swapped));
    }

    [Theory]
    [InlineData(64, 64, true)]
    [InlineData(64, 56, true)]
    [InlineData(64, 55, false)]
    [InlineData(63, 63, false)] // too little to tell chance from origin
    [InlineData(512, 448, true)]
    [InlineData(512, 447, false)]
    [InlineData(0, 0, false)]
    public void Seven_words_in_eight_make_it_the_masters(int filled, int equal, bool mostly)
    {
        var masters = new ulong[512];
        var own = new ulong[512];
        for (var word = 0; word < filled; word++)
        {
            masters[word] = (ulong)word + 1;
            own[word] = word < equal ? masters[word] : 0;
        }
        Assert.Equal(mostly, MostlyEqual(masters, own));
    }

    /// <summary>Words that the master has not filled say nothing, whatever the worker wrote there.</summary>
    [Fact]
    public void What_the_worker_filled_up_does_not_count_against_it()
    {
        var masters = new ulong[512];
        var own = new ulong[512];
        Array.Fill(masters, 7UL, 0, 100);
        Array.Fill(own, 7UL);
        Assert.True(MostlyEqual(masters, own));
        Assert.False(MostlyEqual(own, masters));
    }

    [Fact]
    public void Zero_is_zero_to_the_last_byte()
    {
        var page = new byte[Page.Size];
        Assert.True(PageComparison.IsZero(page));
        page[^1] = 1;
        Assert.False(PageComparison.IsZero(page));
    }

    /// <summary>Told by comparing word by word.</summary>
    [Theory]
    [InlineData]
    [InlineData(0)]
    [InlineData(511)]
    [InlineData(3, 4, 63, 64, 127, 128, 300, 510)]
    public void The_changed_words_are_those_that_differ(params int[] differ)
    {
        var before = MemoryMarshal.Cast<byte, ulong>(Filled(1)).ToArray();
        var now = before.ToArray();
        foreach (var word in differ)
            now[word] ^= 1ul << word % 64;
        var changed = ChangedWords.Of(MemoryMarshal.AsBytes<ulong>(before), MemoryMarshal.AsBytes<ulong>(now));
        Assert.Equal(differ.Length > 0, changed.Any);
        var found = new List<int>();
        foreach (var word in changed.Indexes)
            found.Add(word);
        Assert.Equal(differ, found);
        Assert.Equal(differ, Enumerable.Range(0, before.Length).Where(changed.At));
    }

    private static bool MostlyEqual(ulong[] masters, ulong[] own) => PageComparison.MostlyEqual(
        MemoryMarshal.AsBytes<ulong>(masters), ChangedWords.Of(MemoryMarshal.AsBytes<ulong>(masters), MemoryMarshal.AsBytes<ulong>(own)));

    private static byte[] Filled(int seed)
    {
        var page = new byte[Page.Size];
        for (var at = 0; at < page.Length; at++)
            page[at] = (byte)((at * 31) + (at >> 8) + seed);
        return page;
    }
}
