using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Load;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>Paths, headers and methods as people type them; what HTTP does not allow is refused here, not under the load.</summary>
internal static partial class LoadWords
{
    /// <summary>"/a", or "3:/a" for three times as many.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static WeightedPath Path(string text)
    {
        var slash = text.IndexOf('/');
        var weight = 1;
        var fits = slash == 0
            || (slash > 1 && text[slash - 1] == ':'
                && int.TryParse(text.AsSpan(0, slash - 1), NumberStyles.None, CultureInfo.InvariantCulture, out weight)
                && weight is >= 1 and <= PathMix.MostWeight);
        // "//x" would be another server's address.
        return fits && !text.AsSpan(slash).StartsWith("//") && !text.Any(char.IsControl)
            ? new WeightedPath(text[slash..], weight)
            : throw Failure.Wrong($"--path takes a path such as /shop or, with a weight from 1 to {PathMix.MostWeight}, 3:/shop, not '{Screen.Plain(text)}'");
    }

    /// <exception cref="Failure">A wrong call.</exception>
    public static (string Name, string Value) Header(string text) =>
        HeaderLine().Match(text) is { Success: true } header
            ? (header.Groups["name"].Value, header.Groups["value"].Value)
            : throw Failure.Wrong($"--header takes 'NAME: VALUE', not '{Screen.Plain(text)}'");

    /// <exception cref="Failure">A wrong call.</exception>
    public static string Method(string text) =>
        Token().IsMatch(text) ? text.ToUpperInvariant() : throw Failure.Wrong($"--method takes GET, POST or the like, not '{Screen.Plain(text)}'");

    /// <summary>A field line of RFC 9112, 5; its name is a token (RFC 9110, 5.6.2). Length and framing are the client's.</summary>
    [GeneratedRegex(
        @"\A(?!(Content-Length|Transfer-Encoding|Expect):)(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[^\0-\x08\x0a-\x1f\x7f]*?)[ \t]*\z",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, 1000)]
    private static partial Regex HeaderLine();

    [GeneratedRegex(@"\A[!#$%&'*+.^_`|~0-9A-Za-z-]+\z", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Token();
}
