using System.Buffers;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython;

/// <summary>
/// The full version of a CPython before 3.11, which exports it nowhere. Its text as a constant is no help: the linker
/// merges "3.9.18" with the tail of any longer text, such as an installation prefix that ends in it. But Py_GetVersion
/// writes "3.9.18 (main, ..." to a buffer in .bss when the interpreter starts (Python/getversion.c).
/// </summary>
internal static class CPythonBanner
{
    private const int PieceSize = 64 * 1024;

    // The .bss of libpython 3.6 to 3.10 has about 130 KiB; a program that links it in may have any size.
    private const ulong MostBytes = 1ul << 20;
    private const int LongestVersion = 24;

    /// <returns>Null where there is no such text, or the memory cannot be read.</returns>
    public static CPythonVersion? Find(IMemory memory, ulong start, ulong end)
    {
        if (end <= start)
            return null;
        var left = Math.Min(end - start, MostBytes);
        var piece = ArrayPool<byte>.Shared.Rent(PieceSize);
        try
        {
            while (left > LongestVersion)
            {
                var part = piece.AsSpan(0, (int)Math.Min(PieceSize, left));
                Read(memory, start, part);
                if (Find(part) is { } version)
                    return version;
                start += (ulong)(part.Length - LongestVersion);
                left -= (ulong)(part.Length - LongestVersion);
            }
            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(piece);
        }
    }

    /// <summary>Much of it was never touched: such pages are not read, and are zeros.</summary>
    private static void Read(IMemory memory, ulong start, Span<byte> piece)
    {
        while (!piece.IsEmpty)
        {
            var page = piece[..(int)Math.Min((ulong)piece.Length, Page.Size - (start % Page.Size))];
            if (!memory.TryRead(start, page))
                page.Clear();
            start += (ulong)page.Length;
            piece = piece[page.Length..];
        }
    }

    private static CPythonVersion? Find(ReadOnlySpan<byte> text)
    {
        while (text.IndexOf(" ("u8) is var mark && mark >= 0)
        {
            // From the blank back to the NUL in front of the version.
            var from = text[..mark].LastIndexOf((byte)0) + 1;
            if (mark - from < LongestVersion && CPythonVersion.FromBanner(text[from..]) is { } version)
                return version;
            text = text[(mark + 1)..];
        }
        return null;
    }
}
