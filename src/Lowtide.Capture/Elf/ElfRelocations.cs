using System.Buffers.Binary;

namespace Lowtide.Capture.Elf;

/// <summary>Elf64_Rela entries: what the loader writes where, elf(5).</summary>
internal static class ElfRelocations
{
    /// <summary>R_X86_64_GLOB_DAT and R_X86_64_JUMP_SLOT.</summary>
    public const uint GlobDat = 6, JumpSlot = 7;

    private const int EntrySize = 24;

    // What a hostile table may cost at most. C libraries have 1,300 relocations.
    private const ulong WalkLimit = 1 << 18;

    /// <summary>Where the first relocation of this type against a symbol of this name writes; null if there is none.</summary>
    public static ulong? Find(ElfFile file, ulong address, ulong size, uint type, ReadOnlySpan<byte> wanted, ElfSymbolTable symbols)
    {
        Span<byte> piece = stackalloc byte[EntrySize * 128];
        for (var left = Math.Min(size / EntrySize, WalkLimit); left > 0;)
        {
            var part = piece[..(int)(Math.Min(left, 128) * EntrySize)];
            if (!file.TryReadAddress(address, part))
                return null;
            for (var at = 0; at < part.Length; at += EntrySize)
            {
                var info = BinaryPrimitives.ReadUInt64LittleEndian(part[(at + 8)..]);
                if ((uint)info == type && symbols.IsNamed((uint)(info >> 32), wanted))
                    return BinaryPrimitives.ReadUInt64LittleEndian(part[at..]);
            }
            address += (ulong)part.Length;
            left -= (ulong)(part.Length / EntrySize);
        }
        return null;
    }
}
