using System.CommandLine;
using System.Globalization;

namespace Lowtide.Commands;

/// <summary>Sizes of memory as people type them: 250M, 1.5G, 262144000. K, M and G are powers of 1024, as servers take them.</summary>
internal static class SizeOption
{
    private static readonly (string Suffix, long Unit)[] Units = [("K", 1L << 10), ("M", 1L << 20), ("G", 1L << 30), ("", 1)];

    public static Option<long?> Build(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SIZE",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (Parse(text) is { } bytes)
                return bytes;
            result.AddError($"{name} takes a size such as 250M or 1.5G (a bare number is bytes), not '{text}'");
            return null;
        },
    };

    /// <returns>Bytes; null where it is no size above 0.</returns>
    public static long? Parse(string text)
    {
        var plain = text.EndsWith("iB", StringComparison.Ordinal) ? text[..^2] : text;
        var (suffix, unit) = Array.Find(Units, each => plain.EndsWith(each.Suffix, StringComparison.OrdinalIgnoreCase));
        return decimal.TryParse(plain.AsSpan()[..^suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number > 0 && number <= long.MaxValue / unit && (long)(number * unit) is > 0 and var bytes
            ? bytes
            : null;
    }
}
