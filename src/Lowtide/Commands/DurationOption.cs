using System.CommandLine;

namespace Lowtide.Commands;

/// <summary>An option that takes a duration as people type them.</summary>
internal static class DurationOption
{
    public static Option<TimeSpan?> Build(string name, string description, params string[] aliases) => Build(name, description, bare: true, aliases);

    /// <summary>For times of hours and days, where a bare number would hardly be one of seconds.</summary>
    public static Option<TimeSpan?> BuildWithUnit(string name, string description) => Build(name, description, bare: false);

    private static Option<TimeSpan?> Build(string name, string description, bool bare, params string[] aliases) => new(name, aliases)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result =>
        {
            var text = result.Tokens[^1].Value;
            if (DurationText.Parse(text, bare) is { } parsed)
                return parsed;
            result.AddError($"{name} takes a duration such as 500ms, 30s, 5m or 2h "
                + $"({(bare ? "a bare number is seconds" : "with its unit")}; at most 8784h, which is 366 days), not '{text}'");
            return default;
        },
    };
}
