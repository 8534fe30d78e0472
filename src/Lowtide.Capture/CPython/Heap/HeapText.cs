using System.Buffers.Binary;
using System.Text;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>
/// Reads a str of the target, and doubts it: its object may have been freed or be torn. Its header is PyASCIIObject
/// (Include/cpython/unicodeobject.h); the bits of its state are asserted by eng/cpython-layouts.py.
/// </summary>
internal sealed class HeapText(IMemory memory, HeapTypes types, HeapLayout layout)
{
    /// <summary>Longer ones are cut. A path may be longer than any name that a person can read.</summary>
    private const int MostCharacters = 240;

    private const int HeaderSize = 40, LengthOffset = 16, StateOffset = 32;
    private const uint Compact = 1 << 5, Ascii = 1 << 6;

    private readonly Dictionary<ulong, string?> _known = [];

    /// <returns>Null where no string stands, or its characters could not be read.</returns>
    public string? At(ulong address)
    {
        if (!_known.TryGetValue(address, out var text))
            _known[address] = text = Read(address);
        return text;
    }

    private string? Read(ulong address)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (address % 8 != 0 || !ProcessMemory.MayBeAddress(address) || !memory.TryRead(address, header)
            || types.Find(BinaryPrimitives.ReadUInt64LittleEndian(header[8..])) is not { Kind: TypeKind.String })
            return null;
        var length = BinaryPrimitives.ReadInt64LittleEndian(header[LengthOffset..]);
        var state = BinaryPrimitives.ReadUInt32LittleEndian(header[StateOffset..]);
        var width = (int)(state >> 2 & 7);
        if (length < 0 || (state & Compact) == 0 || width is not (1 or 2 or 4))
            return null;
        var characters = (int)Math.Min(length, MostCharacters);
        Span<byte> bytes = stackalloc byte[MostCharacters * sizeof(uint)];
        bytes = bytes[..(characters * width)];
        var from = (state & Ascii) != 0 ? layout.StringData : layout.OtherStringData;
        if (!memory.TryRead(address + (ulong)from, bytes))
            return null;
        var text = (width == 1 ? Encoding.Latin1 : width == 2 ? Encoding.Unicode : Encoding.UTF32).GetString(bytes);
        return length > MostCharacters ? text + "..." : text;
    }
}
