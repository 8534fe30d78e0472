using System.Buffers;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Elf;

/// <summary>A section header, elf(5).</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ElfSection(
    uint Name, uint Type, ulong Flags, ulong Address, ulong Offset, ulong Size, uint Link, uint Info, ulong Align, ulong EntrySize);

/// <summary>Section headers; a program runs without them, so they are only a second way.</summary>
internal static class ElfSections
{
    public const int EntrySize = 64;

    private const int MaximumSections = 4096;

    /// <summary>SHT_NOBITS: has a size and no bytes, as .bss.</summary>
    private const uint NoBits = 8;

    public static ElfSection? TryRead(ElfFile file, uint index)
    {
        Span<ElfSection> one = stackalloc ElfSection[1];
        return index < file.SectionCount
            && file.TryReadOffset(unchecked(file.SectionsOffset + ((ulong)index * EntrySize)), MemoryMarshal.AsBytes(one))
            && IsInside(file, one[0])
            ? one[0]
            : null;
    }

    private static bool IsInside(ElfFile file, ElfSection section) =>
        section.Type == NoBits || (section.Offset <= file.Length && section.Size <= file.Length - section.Offset);

    public static ElfSection? Find(ElfFile file, uint type) => Find(file, section => section.Type == type);

    public static ElfSection? Find(ElfFile file, string name)
    {
        if (TryRead(file, (uint)file.SectionNames) is not { } names)
            return null;
        var wanted = System.Text.Encoding.ASCII.GetBytes(name + '\0');
        var bytes = new byte[wanted.Length];
        return Find(
            file,
            section => section.Name < names.Size && file.TryReadOffset(names.Offset + section.Name, bytes)
                && bytes.AsSpan().SequenceEqual(wanted));
    }

    private static ElfSection? Find(ElfFile file, Func<ElfSection, bool> matches)
    {
        var count = Math.Min(file.SectionCount, MaximumSections);
        if (count == 0)
            return null;
        var sections = ArrayPool<ElfSection>.Shared.Rent(count);
        try
        {
            if (!file.TryReadOffset(file.SectionsOffset, MemoryMarshal.AsBytes(sections.AsSpan(0, count))))
                return null;
            for (var index = 0; index < count; index++)
                if (IsInside(file, sections[index]) && matches(sections[index]))
                    return sections[index];
            return null;
        }
        finally
        {
            ArrayPool<ElfSection>.Shared.Return(sections);
        }
    }
}
