using System.Runtime.InteropServices;

namespace Lowtide.Capture.Pages;

/// <summary>What the bytes of two pages say; pure.</summary>
internal static class PageComparison
{
    public static bool IsZero(ReadOnlySpan<byte> page) => !page.ContainsAnyExcept((byte)0);

    /// <summary>How many words are the same, and not 0.</summary>
    public static int EqualWords(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(one);
        var others = MemoryMarshal.Cast<byte, ulong>(other);
        var equal = 0;
        for (var i = 0; i < words.Length; i++)
            equal += words[i] != 0 && words[i] == others[i] ? 1 : 0;
        return equal;
    }

    /// <summary>
    /// Whether so much of a page is as in the master's that it must come from there although nobody shares it any more:
    /// at least 64 of its words are not zero, and seven in eight of those are equal. Two processes that allocate alike
    /// after the fork have equal types, sizes and counts at equal addresses: in pages of tuples, floats or numbers
    /// that is two words in three or three in four, and must not count.
    /// </summary>
    public static bool MostlyEqual(ReadOnlySpan<byte> masters, in ChangedWords changed)
    {
        var before = MemoryMarshal.Cast<byte, ulong>(masters);
        int filled = before.Length - before.Count(0ul), changes = 0;
        foreach (var word in changed.Indexes)
            changes += before[word] != 0 ? 1 : 0;
        return filled >= 64 && (filled - changes) * 8 >= filled * 7;
    }
}
