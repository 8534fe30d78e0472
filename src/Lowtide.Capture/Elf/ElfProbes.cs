using System.Text;
using Lowtide.Capture.Elf.Frames;

namespace Lowtide.Capture.Elf;

/// <summary>
/// Where a file's static probes (USDT) stand: notes that stay in a stripped file.
/// https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation
/// </summary>
internal static class ElfProbes
{
    // CPython 3.11 has eleven probes in 700 bytes.
    private const ulong LargestSection = 1 << 20;

    private const uint ProbeNote = 3;

    /// <summary>Addresses of the file at which probes of these names stand; empty where it has none.</summary>
    public static IReadOnlyList<ulong> Find(ElfFile file, string provider, params IReadOnlyCollection<string> names)
    {
        if (ElfSections.Find(file, ".note.stapsdt") is not { Size: > 0 and < LargestSection } section)
            return [];
        var bytes = new byte[section.Size];
        if (!file.TryReadOffset(section.Offset, bytes))
            return [];
        // A prelinked file has moved since: its notes say where this section was.
        return Parse(bytes, ElfSections.Find(file, ".stapsdt.base")?.Address, provider, names);
    }

    internal static IReadOnlyList<ulong> Parse(ReadOnlySpan<byte> bytes, ulong? baseNow, string provider, IReadOnlyCollection<string> names)
    {
        var found = new List<ulong>();
        var reader = new DwarfReader(bytes);
        while (!reader.AtEnd)
        {
            var (ownerSize, size, type) = (reader.Word(), reader.Word(), reader.Word());
            var owner = reader.Take(Aligned(ownerSize));
            var note = new DwarfReader(reader.Take(Aligned(size)));
            if (reader.Failed)
                break;
            if (type != ProbeNote || !owner.StartsWith("stapsdt\0"u8))
                continue;
            var (place, baseThen) = (note.Long(), note.Long());
            note.Long(); // the semaphore
            if (Encoding.UTF8.GetString(note.Text()) == provider && names.Contains(Encoding.UTF8.GetString(note.Text())) && !note.Failed)
                found.Add(unchecked(place + ((baseNow ?? baseThen) - baseThen)));
        }
        return found;
    }

    private static ulong Aligned(uint size) => (size + 3ul) & ~3ul;
}
