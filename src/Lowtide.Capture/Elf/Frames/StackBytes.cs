using System.Buffers.Binary;

namespace Lowtide.Capture.Elf.Frames;

/// <summary>A copy of the top of a stack.</summary>
/// <param name="start">The stack pointer when it was made.</param>
internal readonly ref struct StackBytes(ulong start, ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    public bool TryRead(ulong address, out ulong value)
    {
        var offset = unchecked(address - start);
        var inside = offset < (ulong)_bytes.Length && (ulong)_bytes.Length - offset >= sizeof(ulong);
        value = inside ? BinaryPrimitives.ReadUInt64LittleEndian(_bytes[(int)offset..]) : 0;
        return inside;
    }
}
