using System.Runtime.InteropServices;

namespace Lowtide.Capture.Pages;

/// <summary>What the bytes of two pages say; pure.</summary>
internal static class PageComparison
{
    public static bool IsZero(ReadOnlySpan<byte> page) => !page.ContainsAnyExcept((byte)0);

    /// <summary>How many words are the same, and not 0.</summary>
    /// <param name="page">Either of the two.</param>
    /// <param name="changed">Where they differ.</param>
    public static int EqualWords(ReadOnlySpan<byte> page, in ChangedWords changed)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(page);
        var changes = 0;
        foreach (var word in changed.Indexes)
            changes += words[word] != 0 ? 1 : 0;
        return Filled(words) - changes;
    }

    /// <summary>
    /// Whether so much of a page is as in the master's that it must come from there although nobody shares it any more:
    /// at least 64 of its words are not zero, and seven in eight of those are equal. Two processes that allocate alike
    /// after the fork have equal types, sizes and counts at equal addresses: in pages of tuples, floats or numbers
    /// that is two words in three or three in four, and must not count.
    /// </summary>
    public static bool MostlyEqual(ReadOnlySpan<byte> masters, in ChangedWords changed)
    {
        var filled = Filled(MemoryMarshal.Cast<byte, ulong>(masters));
        return filled >= 64 && EqualWords(masters, changed) * 8 >= filled * 7;
    }

    private static int Filled(ReadOnlySpan<ulong> words) => words.Length - words.Count(0ul);
}
