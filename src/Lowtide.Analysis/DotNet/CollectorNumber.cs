using System.Globalization;

namespace Lowtide.Analysis.DotNet;

/// <summary>Numbers as the runtime reads them from DOTNET_GC variables: hexadecimal, with 0x or without (dotnet/runtime: clrconfignative.cpp).</summary>
internal static class CollectorNumber
{
    /// <returns>Null of what is none.</returns>
    public static long? Of(string text) =>
        long.TryParse(
            text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text,
            NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
