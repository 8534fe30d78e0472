using System.Runtime.InteropServices;
using System.Text;

namespace Lowtide.Capture.Elf;

/// <summary>
/// The functions that a file names: .symtab where it was not stripped, else those that it exports. Separate debug files are not
/// looked for: what is said must not depend on what else is installed.
/// </summary>
internal sealed class ElfFunctions
{
    private const uint AllSymbols = 2, ExportedSymbols = 11;

    private const int EntrySize = 24;

    private const ulong MostSymbols = 1 << 20;

    private const int LongestName = 256;

    /// <summary>Chromium's, not stripped, has 60 MiB.</summary>
    private const int MostNameBytes = 64 << 20;

    /// <summary>A linker lets a name end in another one, which saves some per cent. A table that gives many times what it holds was made to.</summary>
    private const int MostTimesNames = 4;

    /// <summary>What GCC and Clang put behind the name of a part or a copy of a function.</summary>
    private static readonly string[] MadeByCompiler = [".cold", ".part.", ".constprop.", ".isra.", ".lto_priv.", ".llvm.", ".localalias"];

    private readonly List<Function> _functions;

    private ElfFunctions(List<Function> functions) => _functions = functions;

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Function(ulong Start, ulong Size, string Name);

    /// <summary>Empty where the file has no section headers or names nothing.</summary>
    public static ElfFunctions Read(ElfFile file)
    {
        var functions = new List<Function>();
        if ((ElfSections.Find(file, AllSymbols) ?? ElfSections.Find(file, ExportedSymbols)) is { } table
            && ElfSections.TryRead(file, table.Link) is { Size: < MostNameBytes } names && table.Size / EntrySize < MostSymbols)
        {
            var entries = new ElfSymbolTable.Entry[table.Size / EntrySize];
            var text = new byte[names.Size];
            if (file.TryReadOffset(table.Offset, MemoryMarshal.AsBytes(entries.AsSpan())) && file.TryReadOffset(names.Offset, text))
                Add(functions, entries, text);
        }
        functions.Sort((one, other) => one.Start.CompareTo(other.Start));
        return new ElfFunctions(functions);
    }

    private static void Add(List<Function> functions, ElfSymbolTable.Entry[] entries, byte[] text)
    {
        var known = new Dictionary<uint, string>();
        var left = (long)text.Length * MostTimesNames;
        foreach (var entry in entries)
        {
            if (!IsFunction(entry) || entry.Name >= (uint)text.Length)
                continue;
            if (!known.TryGetValue(entry.Name, out var name))
            {
                known[entry.Name] = name = NameAt(text.AsSpan((int)entry.Name));
                if ((left -= name.Length) < 0)
                    return;
            }
            functions.Add(new Function(entry.Value, entry.Size, name));
        }
    }

    public int Count => _functions.Count;

    /// <summary>The name of the function that the address lies in; null where the file names none there.</summary>
    public string? NameOf(ulong address)
    {
        var found = AddressOrder.FirstBehind<Function>(CollectionsMarshal.AsSpan(_functions), address, static (function, at) => function.Start > at) - 1;
        if (found < 0)
            return null;
        // Of several names for one place (__read, read) the same one each time: the shortest, then by letter.
        var start = _functions[found].Start;
        string? name = null;
        for (var at = found; at >= 0 && _functions[at].Start == start; at--)
            if (address - start < Math.Max(1, _functions[at].Size) && IsBetter(_functions[at].Name, name))
                name = _functions[at].Name;
        return name;
    }

    /// <summary>Where functions of this name begin, parts and copies that the compiler made of them included.</summary>
    public IEnumerable<ulong> Places(string name)
    {
        foreach (var function in _functions)
            if (function.Name == name)
                yield return function.Start;
    }

    private static bool IsBetter(string name, string? than) =>
        than is null || name.Length < than.Length || (name.Length == than.Length && string.CompareOrdinal(name, than) < 0);

    /// <summary>STT_FUNC or STT_GNU_IFUNC, defined here.</summary>
    private static bool IsFunction(ElfSymbolTable.Entry entry) => entry.Section != 0 && entry.Value != 0 && (entry.Info & 15) is 2 or 10;

    private static string NameAt(ReadOnlySpan<byte> text)
    {
        text = text[..Math.Min(text.Length, LongestName)];
        var end = text.IndexOf((byte)0);
        var name = Encoding.UTF8.GetString(end < 0 ? text : text[..end]);
        foreach (var mark in MadeByCompiler)
            if (name.IndexOf(mark, StringComparison.Ordinal) is > 0 and var cut)
                name = name[..cut];
        return name;
    }
}
