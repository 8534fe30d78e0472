using System.Buffers.Text;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>One line of /proc/PID/maps, proc_pid_maps(5).</summary>
/// <param name="End">The first address behind it.</param>
/// <param name="Offset">Bytes into the file.</param>
/// <param name="Private">Copy on write; else shared.</param>
/// <param name="Device">Major number &lt;&lt; 20 | minor number; 0 with <paramref name="Inode"/> 0 where no file is mapped.</param>
/// <param name="Path">As the kernel prints it: empty for plain anonymous memory, "[heap]" and the like for what has a
/// name, with " (deleted)" behind a file that is gone and with a line feed as \012.</param>
public sealed record Mapping(
    ulong Start,
    ulong End,
    ulong Offset,
    bool Read,
    bool Write,
    bool Execute,
    bool Private,
    ulong Device,
    ulong Inode,
    string Path)
{
    private const string DeletedMark = " (deleted)";

    public ulong Length => End - Start;

    /// <summary>No file and no shared memory behind it, whatever its name: heap, stack, "[anon:...]".</summary>
    public bool IsAnonymous => Inode == 0;

    /// <summary>The kernel's own pages in every process: its clock and its calls (vdso(7)).</summary>
    public bool IsKernels => Path is "[vvar]" or "[vdso]" or "[vsyscall]" or "[vvar_vclock]";

    /// <summary>Anonymous memory of huge pages from the kernel's pool, which shows as a file (HUGETLB_ANON_FILE, mm/mmap.c).</summary>
    public bool IsHugePages => Path.StartsWith("/anon_hugepage", StringComparison.Ordinal);

    /// <summary>The lowest mapping of each file, in order of address: the first is the program's, which lies below its libraries.</summary>
    public static IEnumerable<Mapping> OfFiles(IReadOnlyList<Mapping> mappings)
    {
        string? last = null;
        foreach (var mapping in mappings)
        {
            if (mapping.IsAnonymous || ReferenceEquals(mapping.Path, last))
                continue;
            last = mapping.Path;
            yield return mapping;
        }
    }

    /// <summary>Whether one page that nobody may touch ends where this begins: then it is a thread's stack, or a fiber's.</summary>
    public bool IsBehindGuard(Mapping before) =>
        before is { IsAnonymous: true, Read: false, Write: false, Length: Recordings.Page.Size } && before.End == Start;

    /// <summary>The file's name is gone, or was given to another file. (A file may also really be called so.)</summary>
    public bool IsDeleted => Path.EndsWith(DeletedMark, StringComparison.Ordinal);

    /// <summary>The path without the mark of deletion and with its line feeds back.</summary>
    public string FilePath =>
        (IsDeleted ? Path[..^DeletedMark.Length] : Path).Replace("\\012", "\n", StringComparison.Ordinal);

    /// <summary>The last part of <see cref="FilePath"/>.</summary>
    public ReadOnlySpan<char> FileName => System.IO.Path.GetFileName(FilePath.AsSpan());

    /// <param name="mappings">In order of address.</param>
    /// <returns>The index of the one that an address lies in; negative where nothing is mapped.</returns>
    public static int IndexOf(List<Mapping> mappings, ulong address)
    {
        var index = AddressOrder.FirstBehind<Mapping>(CollectionsMarshal.AsSpan(mappings), address, static (mapping, at) => mapping.End > at);
        return index < mappings.Count && mappings[index].Start <= address ? index : -1;
    }

    public bool Contains(ulong address) => address >= Start && address < End;

    /// <summary>Parses the text of a maps file. A line that is not one is left out, so that a text that ends in the
    /// middle of a line still gives its whole ones.</summary>
    public static List<Mapping> ParseAll(ReadOnlySpan<byte> text)
    {
        var mappings = new List<Mapping>(64);
        var paths = new MappedPaths();
        foreach (var line in text.Split((byte)'\n'))
            if (TryParse(text[line], paths, out var mapping))
                mappings.Add(mapping);
        return mappings;
    }

    /// <summary>Parses one line without its line feed.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out Mapping mapping) => TryParse(line, new MappedPaths(), out mapping);

    private static bool TryParse(ReadOnlySpan<byte> line, MappedPaths paths, out Mapping mapping)
    {
        mapping = null!;
        if (!TryHex(ref line, (byte)'-', out var start) || !TryHex(ref line, (byte)' ', out var end) || end <= start)
            return false;
        if (line.Length < 5 || line[4] != ' ')
            return false;
        var flags = line[..4];
        line = line[5..];
        if (!TryHex(ref line, (byte)' ', out var offset)
            || !TryHex(ref line, (byte)':', out var major)
            || !TryHex(ref line, (byte)' ', out var minor)
            || !Utf8Parser.TryParse(line, out ulong inode, out var digits))
            return false;
        // The kernel pads with blanks up to the path; the path itself may hold blanks, at its end too.
        mapping = new Mapping(
            start, end, offset,
            flags[0] == 'r', flags[1] == 'w', flags[2] == 'x', flags[3] == 'p',
            (major << 20) | minor, inode, paths.Of(line[digits..].TrimStart((byte)' ')));
        return true;
    }

    /// <summary>Takes a hexadecimal number and the byte that must end it off the front.</summary>
    private static bool TryHex(ref ReadOnlySpan<byte> text, byte end, out ulong value)
    {
        var length = text.IndexOf(end);
        value = 0;
        if (length is < 1 or > 16
            || !ulong.TryParse(text[..length], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value))
            return false;
        text = text[(length + 1)..];
        return true;
    }
}
