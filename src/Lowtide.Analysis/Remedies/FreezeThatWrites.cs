using System.Text.RegularExpressions;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// The CPythons whose gc.freeze() writes to every object: those with the incremental collector (python/cpython#148726), their pre-releases too.
/// </summary>
internal static partial class FreezeThatWrites
{
    /// <summary>Why gc.freeze() would copy what it is to keep shared; null where it would not, or where the version is unread.</summary>
    public static string? Refusal(FamilySnapshot family) => Version().IsMatch(family.Runtime?.Version ?? "")
        ? "gc.freeze() of CPython 3.14.0 to 3.14.4 writes to every object, which copies every page"
        : null;

    [GeneratedRegex(@"^3\.14\.[0-4](?:\D|$)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Version();
}
