using System.Text;
using Lowtide.Capture.Elf;

namespace Lowtide.Capture.Malloc;

/// <summary>What one file says about the allocator in it.</summary>
/// <param name="Name">As <see cref="Recordings.AllocatorFacts"/> has it; null for an allocator that is not known.</param>
/// <param name="Malloc">Its malloc, the address before the load bias; null where it exports none.</param>
/// <param name="Slots">Where the loader wrote the malloc that its own calls go to.</param>
internal sealed record MallocFile(ElfFile File, string? Name, string? Version, ulong? Malloc, ElfSlots Slots)
{
    /// <summary>A text that only this allocator's code has. Looked for in this order: the C libraries are most common.</summary>
    private static readonly (string Name, string Mark, int Before, Func<string, string?> Version)[] Known =
    [
        ("glibc", "release version ", 0, AfterMark),
        ("jemalloc", "-0-g", 24, text => Numbers(text[(text.LastIndexOf('\0', text.IndexOf("-0-g")) + 1)..])),
        ("jemalloc", "<jemalloc>", 0, _ => null),
        ("tcmalloc", "gperftools ", 0, AfterMark),
        ("tcmalloc", "tcmalloc", 0, _ => null),
        ("mimalloc", "mimalloc", 0, _ => null),
        ("musl", "musl libc", 0, _ => null),
    ];

    public static MallocFile TryRead(ElfFile file)
    {
        var malloc = file.TryFindSymbol("malloc", out var symbol) ? symbol.Value : (ulong?)null;
        var slots = file.FindSlots("malloc");
        if (malloc is not null)
        {
            Span<byte> found = stackalloc byte[64];
            foreach (var (name, mark, before, version) in Known)
                if (ElfText.TryFind(file, Encoding.ASCII.GetBytes(mark), before, found))
                    return new MallocFile(file, name, name == "musl" ? Musl(file) : version(Encoding.ASCII.GetString(found)), malloc, slots);
        }
        return new MallocFile(file, null, null, malloc, slots);
    }

    /// <summary>A text of its own among the constants of musl (src/internal/version.c), with nothing in front that tells it.</summary>
    private static string? Musl(ElfFile file)
    {
        Span<byte> found = stackalloc byte[16];
        foreach (var mark in (string[])["\0" + "1.1.", "\0" + "1.2.", "\0" + "1.3."])
            if (ElfText.TryFind(file, Encoding.ASCII.GetBytes(mark), 0, found))
                return Numbers(Encoding.ASCII.GetString(found[1..]));
        return null;
    }

    /// <summary>The number behind the mark's last blank: "gperftools 2.10", "release version 2.36.".</summary>
    private static string? AfterMark(string text)
    {
        var digit = text.AsSpan().IndexOfAnyInRange('0', '9');
        return digit < 0 ? null : Numbers(text[digit..]);
    }

    /// <summary>"2.36" of "2.36.", "5.3.0" of "5.3.0-0-g54ea".</summary>
    private static string? Numbers(string text)
    {
        var end = 0;
        while (end < text.Length && (char.IsAsciiDigit(text[end]) || text[end] == '.'))
            end++;
        var numbers = text[..end].TrimEnd('.');
        return System.Version.TryParse(numbers, out _) ? numbers : null;
    }
}
