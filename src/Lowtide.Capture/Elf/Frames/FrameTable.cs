using System.Runtime.InteropServices;

namespace Lowtide.Capture.Elf.Frames;

/// <summary>
/// Which function an address is in, and how its stack frame is undone: .eh_frame, by the sorted table of .eh_frame_hdr, which
/// linkers write for exceptions and which stays in stripped files. LSB core specification, "Exception Frames".
/// </summary>
internal sealed class FrameTable
{
    private const byte UnsignedWord = 0x03, SignedWordFromHeader = 0x3b;

    // Chromium has half a million functions.
    private const uint MostFunctions = 1 << 21;

    // With all its instructions; a function of CPython's interpreter loop has 300 bytes.
    private const uint LargestEntry = 1 << 16;

    private readonly ElfFile _file;
    private readonly ulong _header;
    private readonly Row[] _rows;

    private FrameTable(ElfFile file, ulong header, Row[] rows)
    {
        _file = file;
        _header = header;
        _rows = rows;
    }

    /// <summary>Both relative to the header's address.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Row(int Function, int Entry);

    /// <summary>Null where the file has no such table, or one in another encoding than today's linkers write.</summary>
    public static FrameTable? TryRead(ElfFile file)
    {
        foreach (var segment in file.Segments)
        {
            if (segment.Type != ElfSegment.FrameHeader)
                continue;
            Span<byte> start = stackalloc byte[12];
            if (!file.TryReadAddress(segment.Address, start) || start[0] != 1
                || start[2] != UnsignedWord || start[3] != SignedWordFromHeader || (start[1] & 0xf) is not (3 or 0xb))
                return null;
            var count = MemoryMarshal.Read<uint>(start[8..]);
            if (count is 0 or > MostFunctions)
                return null;
            var rows = new Row[count];
            return file.TryReadAddress(segment.Address + 12, MemoryMarshal.AsBytes(rows.AsSpan())) ? new FrameTable(file, segment.Address, rows) : null;
        }
        return null;
    }

    /// <summary>The function's entry; null where no function is known to be at the address, before the load bias.</summary>
    public FrameEntry? Find(ulong address)
    {
        int low = 0, high = _rows.Length - 1, found = -1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (At(_rows[middle].Function) <= address)
                (found, low) = (middle, middle + 1);
            else
                high = middle - 1;
        }
        return found >= 0 && Read(At(_rows[found].Entry)) is { } entry && address >= entry.Start && address < entry.End ? entry : null;
    }

    public int Count => _rows.Length;

    private ulong At(int offset) => unchecked(_header + (ulong)offset);

    private FrameEntry? Read(ulong address)
    {
        if (ReadRecord(address) is not { } bytes)
            return null;
        var reader = new DwarfReader(bytes);
        var common = unchecked(address + 4 - reader.Word());
        if (ReadRecord(common) is not { } commonBytes || FrameCommon.TryParse(commonBytes, common + 4) is not { } rules)
            return null;
        var start = reader.Pointer(rules.PointerEncoding, address + 8);
        // Its length is in the same form, but never relative.
        var length = reader.Pointer((byte)(rules.PointerEncoding & 0xf), 0);
        if (rules.HasAugmentation)
            reader.Take(reader.Unsigned());
        return reader.Failed || length > uint.MaxValue
            ? null
            : new FrameEntry(start, unchecked(start + length), rules, reader.Take((ulong)reader.Left).ToArray());
    }

    /// <summary>What stands behind the length of an entry.</summary>
    private byte[]? ReadRecord(ulong address)
    {
        Span<byte> length = stackalloc byte[4];
        if (!_file.TryReadAddress(address, length) || MemoryMarshal.Read<uint>(length) is < 8 or > LargestEntry)
            return null;
        var bytes = new byte[MemoryMarshal.Read<uint>(length)];
        return _file.TryReadAddress(address + 4, bytes) ? bytes : null;
    }
}

/// <summary>One function, or one part of a function that the compiler has split (hot and cold).</summary>
/// <param name="Start">Address of the file, before the load bias.</param>
/// <param name="End">The first address behind it.</param>
/// <param name="Program">Its call frame instructions, DWARF 5 section 6.4.2.</param>
internal sealed record FrameEntry(ulong Start, ulong End, FrameCommon Common, byte[] Program);

/// <summary>What the entries of one compilation have in common (CIE).</summary>
internal sealed record FrameCommon(
    ulong CodeFactor, long DataFactor, byte PointerEncoding, bool HasAugmentation, bool IsSignalFrame, byte[] Program)
{
    public static FrameCommon? TryParse(ReadOnlySpan<byte> bytes, ulong address)
    {
        var reader = new DwarfReader(bytes);
        if (reader.Word() != 0 || reader.Byte() is not (1 or 3))
            return null;
        var augmentation = reader.Text();
        var (code, data, returnColumn) = (reader.Unsigned(), reader.Signed(), reader.Unsigned());
        var (pointers, signal) = ((byte)0, false);
        if (augmentation is [(byte)'z', .. var letters])
        {
            var size = reader.Unsigned();
            var details = new DwarfReader(reader.Take(size));
            foreach (var letter in letters)
            {
                if (letter == 'R')
                    pointers = details.Byte();
                else if (letter == 'L')
                    details.Byte();
                else if (letter == 'P')
                    // Only its length matters; what it would be relative to does not.
                    details.Pointer((byte)(details.Byte() & 0xf), 0);
                else if (letter == 'S')
                    signal = true;
                else
                    break;
            }
            if (details.Failed)
                return null;
        }
        else if (augmentation.Length > 0)
            return null;
        return reader.Failed || returnColumn != CallFrame.ReturnAddress || code == 0
            ? null
            : new FrameCommon(code, data, pointers, augmentation.Length > 0, signal, reader.Take((ulong)reader.Left).ToArray());
    }
}
