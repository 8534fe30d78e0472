using System.Text;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Elf;

/// <summary>
/// The environment of a program that has written a title over the one it was started with: it has moved it first, and the C library's
/// <c>environ</c> leads there (environ(7)). What the program itself has set since is in it too.
/// </summary>
internal static class MovedEnvironment
{
    /// <summary>Bounds of what a target may show: more is no environment.</summary>
    private const int MostVariables = 4096, LongestName = 64, LongestValue = 1 << 15;

    private static readonly ElfFacts<EnvironFile> Files = new(file =>
        file.TryFindSymbol("environ", out var symbol) || file.TryFindSymbol("__environ", out symbol) ? new EnvironFile(file, symbol.Value) : null);

    private sealed record EnvironFile(ElfFile File, ulong Address);

    /// <summary>Only the variables that <see cref="WatchedSettings"/> names; null where none was found.</summary>
    public static Dictionary<string, string>? Settings(AddressSpace space)
    {
        // A program at fixed addresses has the variable itself, copied from the library's (R_X86_64_COPY): it comes first.
        foreach (var mapping in Mapping.OfFiles(space.Mappings))
            if (Files.TryGet(mapping, space.Open, out var file) && file is not null
                && file.File.LoadBias(mapping.Start, mapping.Offset) is { } bias
                && space.TryRead(unchecked(file.Address + bias), out ulong list) && ProcessMemory.MayBeAddress(list))
                return Read(space, list);
        return null;
    }

    internal static Dictionary<string, string>? Read(IMemory memory, ulong list)
    {
        var settings = new Dictionary<string, string>();
        for (var at = 0; at < MostVariables; at++)
        {
            if (!memory.TryRead(list + ((ulong)at * 8), out ulong variable))
                return null;
            if (variable == 0)
                return settings;
            if (Text(memory, variable, LongestName, '=') is { } name && WatchedSettings.Names.Contains(name)
                && Text(memory, variable + (ulong)name.Length + 1, LongestValue, '\0') is { } value)
                settings.TryAdd(name, value);
        }
        return null;
    }

    /// <summary>What stands before the first <paramref name="end"/>; null where there is none so soon. Page by page: the next may be unmapped.</summary>
    private static string? Text(IMemory memory, ulong address, int most, char end)
    {
        var text = new List<byte>();
        Span<byte> piece = stackalloc byte[LongestName];
        while (text.Count < most && ProcessMemory.MayBeAddress(address))
        {
            var part = piece[..(int)Math.Min(LongestName, Page.Size - (address % Page.Size))];
            if (!memory.TryRead(address, part))
                return null;
            var found = part.IndexOfAny((byte)end, (byte)0);
            text.AddRange(found < 0 ? part : part[..found]);
            if (found >= 0)
                return part[found] == end ? Encoding.UTF8.GetString([.. text]) : null;
            address += (ulong)part.Length;
        }
        return null;
    }
}
