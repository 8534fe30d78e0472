using System.CommandLine;
using System.Globalization;

namespace Lowtide.Commands;

/// <summary>Durations as people type them: 500ms, 30s, 1.5m, 2h. A bare number is refused, for it could mean anything.</summary>
internal static class DurationText
{
    // "ms" before "m" and "s": the first suffix that fits is taken.
    private static readonly (string Suffix, TimeSpan Unit)[] Units =
    [
        ("ms", TimeSpan.FromMilliseconds(1)),
        ("s", TimeSpan.FromSeconds(1)),
        ("m", TimeSpan.FromMinutes(1)),
        ("h", TimeSpan.FromHours(1)),
    ];

    private static readonly TimeSpan Longest = TimeSpan.FromDays(366);

    /// <returns>Null where it is none, negative, zero or longer than a year.</returns>
    public static TimeSpan? Parse(string text)
    {
        var unit = Array.Find(Units, unit => text.EndsWith(unit.Suffix, StringComparison.Ordinal));
        return unit.Suffix is not null
            && decimal.TryParse(text.AsSpan()[..^unit.Suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number > 0 && number <= Longest.Ticks / unit.Unit.Ticks
            && TimeSpan.FromTicks((long)(number * unit.Unit.Ticks)) is { Ticks: > 0 } duration
            ? duration
            : null;
    }

    public static Option<TimeSpan?> Option(string name, string description, params string[] aliases) => new(name, aliases)
    {
        Description = description,
        HelpName = "time",
        CustomParser = result =>
        {
            var text = result.Tokens[^1].Value;
            if (Parse(text) is { } parsed)
                return parsed;
            result.AddError($"{name} takes a duration such as 500ms, 30s, 5m or 2h, not '{text}'");
            return default;
        },
    };
}
