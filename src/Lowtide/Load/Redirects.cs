using Lowtide.Analysis;

namespace Lowtide.Load;

/// <summary>Answers that send a browser elsewhere, to a login most often: they make a server do little, and nobody follows them here.</summary>
internal static class Redirects
{
    /// <summary>From this share of the answers on, a load tells little of what users make the server do.</summary>
    private const double Most = 0.5;

    public static bool Is(int status) => status is >= 300 and < 400;

    /// <returns>Null where they are few.</returns>
    public static string? Said(long redirects, long answers) => redirects > 0 && redirects >= Most * answers
        ? $"{Amount.Percent(redirects / (double)answers)} of the answers were redirects (3xx): such a load shows little. Give it paths that answer themselves "
            + "(--path), or what they ask for (--header)."
        : null;
}
