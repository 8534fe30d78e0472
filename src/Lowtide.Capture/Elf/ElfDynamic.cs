using System.Runtime.InteropServices;

namespace Lowtide.Capture.Elf;

/// <summary>Those entries of the dynamic section that Lowtide uses; 0 where one is absent. Addresses of the file.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ElfDynamic(
    ulong Hash,
    ulong GnuHash,
    ulong Strings,
    ulong StringsSize,
    ulong Symbols,
    ulong Relocations,
    ulong RelocationsSize,
    ulong JumpRelocations,
    ulong JumpRelocationsSize)
{
    // libc and libpython have about 30 entries.
    private const int MaximumEntries = 512;

    public static ElfDynamic Read(ElfFile file)
    {
        var found = default(ElfDynamic);
        Span<ulong> entries = stackalloc ulong[2 * MaximumEntries];
        foreach (var segment in file.Segments)
        {
            if (segment.Type != ElfSegment.Dynamic)
                continue;
            entries = entries[..(2 * (int)Math.Min(segment.FileSize / 16, MaximumEntries))];
            if (!file.TryReadOffset(segment.Offset, MemoryMarshal.AsBytes(entries)))
                return default;
            for (var at = 0; at < entries.Length && entries[at] != 0; at += 2)
                found = found.With(entries[at], entries[at + 1]);
            break;
        }
        return found;
    }

    /// <summary>Tags: elf(5), and DT_GNU_HASH of the GNU tools.</summary>
    private ElfDynamic With(ulong tag, ulong value) => tag switch
    {
        2 => this with { JumpRelocationsSize = value },
        4 => this with { Hash = value },
        5 => this with { Strings = value },
        6 => this with { Symbols = value },
        7 => this with { Relocations = value },
        8 => this with { RelocationsSize = value },
        10 => this with { StringsSize = value },
        23 => this with { JumpRelocations = value },
        0x6ffffef5 => this with { GnuHash = value },
        _ => this,
    };
}
