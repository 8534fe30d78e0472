using System.Buffers.Binary;

namespace Lowtide.Capture.Elf.Frames;

/// <summary>Takes numbers off the front of DWARF bytes. Past the end all are 0 and <see cref="Failed"/> is set: the bytes are
/// a stranger's.</summary>
internal ref struct DwarfReader(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _left = bytes;

    public bool Failed { get; private set; }

    public readonly int Left => _left.Length;

    public readonly bool AtEnd => Failed || _left.IsEmpty;

    public byte Byte() => Take(1) is [var value] ? value : (byte)0;

    public ushort Short() => Take(2) is { IsEmpty: false } two ? BinaryPrimitives.ReadUInt16LittleEndian(two) : (ushort)0;

    public uint Word() => Take(4) is { IsEmpty: false } four ? BinaryPrimitives.ReadUInt32LittleEndian(four) : 0;

    public ulong Long() => Take(8) is { IsEmpty: false } eight ? BinaryPrimitives.ReadUInt64LittleEndian(eight) : 0;

    public ReadOnlySpan<byte> Take(ulong count)
    {
        if (count > (ulong)_left.Length)
        {
            Failed = true;
            _left = default;
            return default;
        }
        var taken = _left[..(int)count];
        _left = _left[(int)count..];
        return taken;
    }

    /// <summary>Up to and without the next NUL, which is taken too.</summary>
    public ReadOnlySpan<byte> Text()
    {
        var length = _left.IndexOf((byte)0);
        Failed |= length < 0;
        var text = Take((ulong)Math.Max(0, length));
        Byte();
        return text;
    }

    public ulong Unsigned() => (ulong)Leb(signed: false);

    public long Signed() => (long)Leb(signed: true);

    private UInt128 Leb(bool signed)
    {
        UInt128 value = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            var part = Byte();
            value |= (UInt128)(part & 0x7fu) << shift;
            if (part >= 0x80)
                continue;
            if (signed && (part & 0x40) != 0)
                value |= UInt128.MaxValue << (shift + 7);
            return (ulong)value;
        }
        Failed = true;
        return 0;
    }

    /// <summary>A pointer in one of the encodings of .eh_frame (LSB core specification, "DWARF Exception Header Encoding").</summary>
    /// <param name="encoding">Of what is relative only to where it stands (0x10) is known here; others fail.</param>
    /// <param name="here">The address of the next byte.</param>
    public ulong Pointer(byte encoding, ulong here)
    {
        var value = (encoding & 0xf) switch
        {
            0 or 4 or 0xc => Long(),
            1 => Unsigned(),
            2 => Short(),
            3 => Word(),
            9 => (ulong)Signed(),
            0xa => (ulong)(short)Short(),
            0xb => (ulong)(int)Word(),
            _ => Fail(),
        };
        return (encoding & 0x70) switch
        {
            0 => value,
            0x10 => unchecked(value + here),
            _ => Fail(),
        };
    }

    private ulong Fail()
    {
        Failed = true;
        return 0;
    }
}
