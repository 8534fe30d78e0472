using System.Buffers;
using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.CPython;

/// <summary>As much of a version as could be read.</summary>
/// <param name="Suffix">What follows the numbers: "rc1", "+" or nothing.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CPythonVersion(int Major, int Minor, int? Patch = null, string Suffix = "")
{
    private static readonly SearchValues<byte> SuffixLetters = SearchValues.Create("abcr0123456789+"u8);

    public override string ToString() =>
        Patch is { } patch ? $"{Major}.{Minor}.{patch}{Suffix}" : $"{Major}.{Minor}";

    /// <summary>PY_VERSION_HEX: docs.python.org/3/c-api/apiabiversion.html. Null for what no CPython 3 has.</summary>
    public static CPythonVersion? FromHex(ulong hex)
    {
        var (level, serial) = (hex >> 4 & 15, hex & 15);
        if (hex >> 24 != 3 || level is < 10 or (> 12 and < 15))
            return null;
        var suffix = level switch { 10 => $"a{serial}", 11 => $"b{serial}", 12 => $"rc{serial}", _ => "" };
        return new((int)(hex >> 24), (int)(hex >> 16 & 255), (int)(hex >> 8 & 255), suffix);
    }

    /// <summary>The beginning of what Py_GetVersion returns: "3.9.18 (main, ..." (Python/getversion.c).</summary>
    /// <returns>Null where the text is anything else.</returns>
    public static CPythonVersion? FromBanner(ReadOnlySpan<byte> text)
    {
        if (!TryNumber(ref text, (byte)'.', out var major) || !TryNumber(ref text, (byte)'.', out var minor)
            || !Utf8Parser.TryParse(text, out uint patch, out var digits) || digits > 3)
            return null;
        text = text[digits..];
        var end = text.IndexOf(" ("u8);
        // The longest that CPython has had is "rc10+".
        if (end is < 0 or > 5 || text[..end].IndexOfAnyExcept(SuffixLetters) >= 0)
            return null;
        return new((int)major, (int)minor, (int)patch, System.Text.Encoding.ASCII.GetString(text[..end]));
    }

    /// <summary>"libpython3.11.so.1.0", "libpython3.7m.so.1.0", "python3.11", "python3.13t".</summary>
    public static CPythonVersion? FromFileName(ReadOnlySpan<char> name)
    {
        var prefix = name.StartsWith("libpython") ? "libpython".Length : name.StartsWith("python") ? "python".Length : -1;
        if (prefix < 0 || name.Length < prefix + 3 || name[prefix] is not ('2' or '3') || name[prefix + 1] != '.')
            return null;
        var digits = name[(prefix + 2)..];
        var end = digits.IndexOfAnyExceptInRange('0', '9');
        return int.TryParse(end < 0 ? digits : digits[..end], out var minor) ? new(name[prefix] - '0', minor) : null;
    }

    private static bool TryNumber(ref ReadOnlySpan<byte> text, byte end, out uint value)
    {
        if (!Utf8Parser.TryParse(text, out value, out var digits) || digits > 3 || digits >= text.Length || text[digits] != end)
            return false;
        text = text[(digits + 1)..];
        return true;
    }
}
