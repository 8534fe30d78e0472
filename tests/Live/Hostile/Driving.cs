using System.Globalization;

namespace Lowtide.Tests.Live.Hostile;

/// <summary>What drives a terminal, among what was shown.</summary>
internal static class Driving
{
    /// <summary>The characters by their numbers, so that a failure shows them; empty if there are none.</summary>
    public static string In(string shown) => string.Join(' ', shown
        .Where(letter => letter != '\n' && char.GetUnicodeCategory(letter) is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator)
        .Distinct().Select(letter => $"U+{(int)letter:X4}"));
}
