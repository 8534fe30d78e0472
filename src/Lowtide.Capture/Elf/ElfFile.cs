using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Elf;

/// <summary>A defined dynamic symbol: its address before the load bias is added, and its size in bytes.</summary>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ElfSymbol(ulong Value, ulong Size);

/// <summary>Addresses of the file, null where there is no such slot.</summary>
/// <param name="Data">R_X86_64_GLOB_DAT: filled before the program starts.</param>
/// <param name="Jump">R_X86_64_JUMP_SLOT: until the first call it may point back into the file itself.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ElfSlots(ulong? Data, ulong? Jump);

/// <summary>A program header, elf(5). Addresses are those of the file, before the load bias.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ElfSegment(
    uint Type, uint Flags, ulong Offset, ulong Address, ulong PhysicalAddress, ulong FileSize, ulong MemorySize, ulong Align)
{
    // The last is PT_GNU_EH_FRAME.
    public const uint Load = 1, Dynamic = 2, FrameHeader = 0x6474e550;

    public const uint Executable = 1, Writable = 2;
}

/// <summary>
/// An ELF64 little-endian file, read a few hundred bytes at a time and never mapped: a file that shrinks under a
/// mapping kills its reader. Nothing in the file is trusted; whatever does not add up ends as "not found".
/// </summary>
/// <remarks>The handle stays the caller's.</remarks>
public sealed class ElfFile
{
    // The linkers write about a dozen program headers and the kernel takes at most 64 KiB of them (fs/binfmt_elf.c).
    private const int MaximumSegments = 128;

    private readonly SafeFileHandle _handle;
    private readonly ElfSegment[] _segments;
    private ElfSymbolTable? _symbols;

    private ElfFile(SafeFileHandle handle, ElfSegment[] segments, ulong sectionsOffset, int sectionCount, int sectionNames)
    {
        _handle = handle;
        _segments = segments;
        SectionsOffset = sectionsOffset;
        SectionCount = sectionCount;
        SectionNames = sectionNames;
    }

    /// <summary>Bytes that the file has now: whatever it says of its tables, none is larger.</summary>
    internal ulong Length { get; private init; }

    internal ulong SectionsOffset { get; }

    internal int SectionCount { get; }

    /// <summary>Index of the section that holds the sections' names.</summary>
    internal int SectionNames { get; }

    internal ReadOnlySpan<ElfSegment> Segments => _segments;

    /// <summary>Null where this is no 64-bit little-endian ELF program or library, or cannot be read.</summary>
    public static ElfFile? TryOpen(SafeFileHandle handle)
    {
        Span<byte> header = stackalloc byte[64];
        if (!TryRead(handle, 0, header)
            || !header.StartsWith("\x7f"u8) || !header[1..].StartsWith("ELF"u8)
            || header[4] != 2 || header[5] != 1)
            return null;
        int entrySize = BinaryPrimitives.ReadUInt16LittleEndian(header[54..]);
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[56..]);
        if (entrySize != Unsafe.SizeOf<ElfSegment>() || count is 0 or > MaximumSegments)
            return null;
        var loaded = new ElfSegment[count];
        if (!TryRead(handle, BinaryPrimitives.ReadUInt64LittleEndian(header[32..]), MemoryMarshal.AsBytes(loaded.AsSpan())))
            return null;
        int sectionSize = BinaryPrimitives.ReadUInt16LittleEndian(header[58..]);
        return new ElfFile(
            handle,
            loaded,
            BinaryPrimitives.ReadUInt64LittleEndian(header[40..]),
            sectionSize == ElfSections.EntrySize ? BinaryPrimitives.ReadUInt16LittleEndian(header[60..]) : 0,
            BinaryPrimitives.ReadUInt16LittleEndian(header[62..]))
        {
            Length = LengthOf(handle),
        };
    }

    private static ulong LengthOf(SafeFileHandle handle)
    {
        try
        {
            return (ulong)RandomAccess.GetLength(handle);
        }
        catch (Exception failure) when (failure is IOException or NotSupportedException)
        {
            return 0;
        }
    }

    /// <summary>What to add to the file's addresses to get those of the process.</summary>
    /// <param name="start">Where a mapping of this file begins: best the lowest one, for a page that ends one segment and
    /// begins the next is mapped twice.</param>
    /// <param name="offset">The mapping's offset in the file.</param>
    /// <returns>0 for a program at fixed addresses; null where no segment is loaded from that offset.</returns>
    public ulong? LoadBias(ulong start, ulong offset)
    {
        const ulong Page = Recordings.Page.Size;
        foreach (var segment in _segments)
        {
            var first = segment.Offset & ~(Page - 1);
            if (segment.Type == ElfSegment.Load && offset >= first && offset - first < segment.FileSize + (segment.Offset - first))
                return unchecked(start - (segment.Address - segment.Offset + offset));
        }
        return null;
    }

    /// <summary>The zero-filled part behind the writable data (.bss): the addresses of the file, empty if there is none.</summary>
    public (ulong Start, ulong End) ZeroFilled()
    {
        foreach (var segment in _segments)
            if (segment.Type == ElfSegment.Load && (segment.Flags & ElfSegment.Writable) != 0
                && segment.MemorySize > segment.FileSize && segment.Address <= ulong.MaxValue - segment.MemorySize)
                return (segment.Address + segment.FileSize, segment.Address + segment.MemorySize);
        return default;
    }

    /// <summary>A symbol that this file defines for others. Not found: false, also in a damaged file.</summary>
    public bool TryFindSymbol(string name, out ElfSymbol symbol)
    {
        _symbols ??= new ElfSymbolTable(this);
        return _symbols.TryFind(name, out symbol);
    }

    /// <summary>Where the loader writes the address of the function that this file's own references to
    /// <paramref name="name"/> go to.</summary>
    public ElfSlots FindSlots(string name)
    {
        _symbols ??= new ElfSymbolTable(this);
        return _symbols.FindSlots(name);
    }

    /// <summary>Reads what the file has for one of its addresses. True only if all bytes stand in the file.</summary>
    public bool TryReadAddress(ulong address, Span<byte> destination)
    {
        foreach (var segment in _segments)
        {
            if (segment.Type != ElfSegment.Load || address < segment.Address)
                continue;
            var inside = address - segment.Address;
            if (inside < segment.FileSize && (ulong)destination.Length <= segment.FileSize - inside)
                return TryReadOffset(segment.Offset + inside, destination);
        }
        return false;
    }

    internal bool TryReadOffset(ulong offset, Span<byte> destination) => TryRead(_handle, offset, destination);

    private static bool TryRead(SafeFileHandle handle, ulong offset, Span<byte> destination)
    {
        if (offset > long.MaxValue - (ulong)destination.Length)
            return false;
        try
        {
            while (!destination.IsEmpty)
            {
                var read = RandomAccess.Read(handle, destination, (long)offset);
                if (read <= 0)
                    return false;
                destination = destination[read..];
                offset += (ulong)read;
            }
            return true;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or NotSupportedException or ObjectDisposedException)
        {
            return false;
        }
    }
}
