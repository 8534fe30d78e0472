using System.Globalization;
using System.Text;
using Lowtide.Capture.Elf;

namespace Lowtide.Capture.DotNet;

/// <summary>What a file says about the .NET runtime in it; the same for every process that maps it.</summary>
/// <param name="Version">"10.0.12"; null where the file does not tell.</param>
internal sealed record CoreClrFile(string? Version)
{
    private static ReadOnlySpan<byte> Mark => "@(#)Version "u8;

    /// <summary>What NativeAOT's compiler signs a program with, beside other compilers.</summary>
    private static ReadOnlySpan<byte> Compiler => ".NET: ilc "u8;

    /// <summary>Null where the file holds no CoreCLR.</summary>
    public static CoreClrFile? TryRead(ElfFile file)
    {
        Span<byte> signed = stackalloc byte[48];
        // A program that was compiled ahead of time, with the runtime inside (dotnet/runtime: nativeaot/Runtime/DebugHeader.cpp).
        if (file.TryFindSymbol("DotNetRuntimeDebugHeader", out _))
            return new CoreClrFile(ElfText.TryFind(file, Compiler, 0, signed, ".comment")
                ? Release(Encoding.ASCII.GetString(signed[Compiler.Length..])) : null);
        // The first is libcoreclr's own export, the second that of a program with the runtime inside (dotnet/runtime: runtimeinfo.cpp).
        if (!file.TryFindSymbol("coreclr_initialize", out _) && !file.TryFindSymbol("DotNetRuntimeInfo", out _))
            return null;
        Span<byte> text = stackalloc byte[48];
        return new CoreClrFile(ElfText.TryFind(file, Mark, 0, text, ".data") ? Parse(Encoding.ASCII.GetString(text[Mark.Length..])) : null);
    }

    /// <summary>"10.0.12-servicing.26422" is 10.0.12.</summary>
    internal static string? Release(string text) => Leading(text)?.ToString(3);

    /// <summary>
    /// "10.0.1226.42308" is 10.0.12: the build writes the patch in front of two digits of the year (dotnet/runtime: Version.props, FileVersion).
    /// </summary>
    internal static string? Parse(string text) => Leading(text) is { } file
        ? string.Create(CultureInfo.InvariantCulture, $"{file.Major}.{file.Minor}.{file.Build / 100}") : null;

    /// <summary>The numbers that a text begins with; null where they are fewer than three.</summary>
    private static System.Version? Leading(string text) =>
        System.Version.TryParse(string.Concat(text.TakeWhile(letter => char.IsAsciiDigit(letter) || letter == '.')), out var version) && version.Build >= 0
            ? version : null;
}
