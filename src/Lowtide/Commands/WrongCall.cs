using System.CommandLine;
using System.CommandLine.Parsing;
using Lowtide.Capture.Families;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>What a person is told of words that the parser could not take: one line, in the terms of the command line.</summary>
internal static class WrongCall
{
    public static string Message(ParseResult parsed)
    {
        if (parsed.CommandResult.Command == parsed.RootCommandResult.Command)
            return parsed.UnmatchedTokens is [var verb, ..]
                ? $"no verb '{verb}': " + (NearName.Of(verb, Verbs.Names) is { } near ? $"'lowtide {near}'?"
                    : int.TryParse(verb, out _) || FamilyLookup.Names().Contains(verb, StringComparer.Ordinal)
                        ? $"'lowtide explain {verb}'?" : "'lowtide --help' lists the verbs")
                : "say what to do: 'lowtide --help' lists the verbs";
        // One word too many is what a mistyped option leaves behind: name the option.
        var error = parsed.Errors.FirstOrDefault(error => error.Message.StartsWith(Targets.WrongOption, StringComparison.Ordinal))
            ?? parsed.Errors[0];
        var option = parsed.UnmatchedTokens.FirstOrDefault(token => token.StartsWith('-'));
        var why = option is null ? NoNumber(error) ?? error.Message.TrimEnd('.') : $"{Targets.WrongOption} '{option}'"
            + (NearName.Of(option, parsed.CommandResult.Command.Options.Select(each => each.Name)) is { } like ? $": '{like}'?" : "");
        return $"{why} (see 'lowtide {parsed.CommandResult.Command.Name} --help')";
    }

    /// <summary>The library names .NET's type where a number cannot be read.</summary>
    private static string? NoNumber(ParseError error) =>
        error.SymbolResult is OptionResult { Option: { } option, Tokens: [.., var token] }
        && error.Message.Contains(option.ValueType.ToString(), StringComparison.Ordinal)
            ? $"{option.Name} takes {Kind(Nullable.GetUnderlyingType(option.ValueType) ?? option.ValueType)}, not '{token.Value}'"
            : null;

    private static string Kind(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Double => "a number",
        TypeCode.UInt64 => "a whole number that is not negative",
        _ => "a whole number",
    };
}
