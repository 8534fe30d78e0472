using System.Buffers;

namespace Lowtide.Capture.Elf;

/// <summary>Looks for a text among a file's constants, where libraries keep their version.</summary>
public static class ElfText
{
    private const uint ProgramBits = 1;
    private const int PieceSize = 64 * 1024;

    // The constants of Ruby's and Python's libraries are about 1 MB, those of the .NET runtime 4 MB.
    private const ulong MostBytes = 16ul << 20;

    /// <summary>Finds <paramref name="needle"/> in a section, or in the loaded read-only segments of a file without
    /// section headers, and copies what stands from there on.</summary>
    /// <param name="before">Bytes in front of the needle to copy too, zeros where there are none.</param>
    /// <param name="found">Filled from <paramref name="before"/> bytes in front of the needle on; zeros behind the end.</param>
    public static bool TryFind(ElfFile file, ReadOnlySpan<byte> needle, int before, Span<byte> found, string section = ".rodata")
    {
        var budget = MostBytes;
        if (ElfSections.Find(file, section) is { Type: ProgramBits } constants)
            return TryFind(file, constants.Offset, constants.Size, needle, before, found, ref budget);
        foreach (var segment in file.Segments)
            if (segment.Type == ElfSegment.Load && (segment.Flags & ElfSegment.Writable) == 0
                && TryFind(file, segment.Offset, segment.FileSize, needle, before, found, ref budget))
                return true;
        return false;
    }

    private static bool TryFind(
        ElfFile file, ulong offset, ulong size, ReadOnlySpan<byte> needle, int before, Span<byte> found, ref ulong budget)
    {
        size = Math.Min(size, budget);
        if (offset > ulong.MaxValue - size)
            return false;
        budget -= size;
        var end = offset + size;
        var piece = ArrayPool<byte>.Shared.Rent(PieceSize);
        try
        {
            // Pieces overlap by the needle's length, so that none is cut in two.
            for (var at = offset; at < end; at += (ulong)(PieceSize - needle.Length))
            {
                var part = piece.AsSpan(0, (int)Math.Min(PieceSize, end - at));
                if (!file.TryReadOffset(at, part))
                    return false;
                if (part.IndexOf(needle) is var index && index >= 0)
                {
                    var inside = at - offset + (ulong)index;
                    return Copy(file, offset + inside - Math.Min((ulong)before, inside), end, found);
                }
            }
            return false;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(piece);
        }
    }

    private static bool Copy(ElfFile file, ulong from, ulong end, Span<byte> found)
    {
        found.Clear();
        return file.TryReadOffset(from, found[..(int)Math.Min((ulong)found.Length, end - from)]);
    }
}
