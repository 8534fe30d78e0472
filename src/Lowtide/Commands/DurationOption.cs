using System.CommandLine;

namespace Lowtide.Commands;

/// <summary>An option that takes a duration as people type them.</summary>
internal static class DurationOption
{
    public static Option<TimeSpan?> Build(string name, string description, params string[] aliases) => new(name, aliases)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result =>
        {
            var text = result.Tokens[^1].Value;
            if (DurationText.Parse(text) is { } parsed)
                return parsed;
            result.AddError($"{name} takes a duration such as 500ms, 30s, 5m or 2h (a bare number is seconds), not '{text}'");
            return default;
        },
    };
}
