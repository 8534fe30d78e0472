using System.Numerics;
using System.Runtime.InteropServices;

namespace Lowtide.Recordings;

/// <summary>
/// 64 bits of a page, the same on every machine and in every version of the file format. Four CRC-32C lanes keep the
/// CPU's instruction busy (one lane alone waits for itself); it guards against chance, not against an attacker.
/// </summary>
public static class PageHash
{
    /// <summary>Never 0: that is "no page".</summary>
    public static ulong Of(ReadOnlySpan<byte> page)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(page);
        uint a = 1, b = 2, c = 3, d = 4;
        for (var i = 0; i + 3 < words.Length; i += 4)
        {
            a = BitOperations.Crc32C(a, words[i]);
            b = BitOperations.Crc32C(b, words[i + 1]);
            c = BitOperations.Crc32C(c, words[i + 2]);
            d = BitOperations.Crc32C(d, words[i + 3]);
        }
        var hash = (((ulong)a << 32) | b) ^ BitOperations.RotateLeft(((ulong)c << 32) | d, 17);
        return hash == 0 ? 1 : hash;
    }
}
