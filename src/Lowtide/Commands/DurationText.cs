using System.Globalization;

namespace Lowtide.Commands;

/// <summary>Durations as people type them: 500ms, 30s, 1.5m, 2h. A bare number is seconds, as in most tools.</summary>
internal static class DurationText
{
    // "ms" before "m" and "s": the first suffix that fits is taken.
    private static readonly (string Suffix, TimeSpan Unit)[] Units =
    [
        ("ms", TimeSpan.FromMilliseconds(1)),
        ("s", TimeSpan.FromSeconds(1)),
        ("m", TimeSpan.FromMinutes(1)),
        ("h", TimeSpan.FromHours(1)),
        ("d", TimeSpan.FromDays(1)),
        ("", TimeSpan.FromSeconds(1)),
    ];

    private static readonly TimeSpan Longest = TimeSpan.FromDays(366);

    /// <param name="bare">Whether a number without a unit is one of seconds; else it is refused.</param>
    /// <returns>Null where it is none, negative, zero or longer than a year.</returns>
    public static TimeSpan? Parse(string text, bool bare = true)
    {
        var unit = Array.Find(Units, unit => text.EndsWith(unit.Suffix, StringComparison.Ordinal));
        return (bare || unit.Suffix.Length > 0)
            && decimal.TryParse(text.AsSpan()[..^unit.Suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number > 0 && number <= Longest.Ticks / unit.Unit.Ticks
            && TimeSpan.FromTicks((long)(number * unit.Unit.Ticks)) is { Ticks: > 0 } duration
            ? duration
            : null;
    }
}
