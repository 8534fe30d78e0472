using System.Diagnostics.CodeAnalysis;

namespace Lowtide.Collections.Bench;

internal static class RandomText
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz0123456789";

    /// <summary>The same for the same number.</summary>
    [SuppressMessage("Security", "CA5394", Justification = "Only to differ, the same each time.")]
    internal static string Of(int length, int number) => new(new Random(number).GetItems<char>(Letters, length));
}
