using System.CommandLine;
using System.CommandLine.Completions;
using System.Text.RegularExpressions;

namespace Lowtide.Commands.Packaging;

/// <summary>What the man page and a shell's completion need to know of an option.</summary>
/// <param name="Names">As they are typed, the short ones first.</param>
/// <param name="Value">What --help calls its value; null where it takes none.</param>
/// <param name="MayLackValue">Whether the word behind it may be another argument.</param>
/// <param name="Words">Values that are worth offering; none where they are no set.</param>
/// <param name="Default">What it is without being given, where --help says so beside the description.</param>
internal sealed partial record OptionEntry(
    IReadOnlyList<string> Names, string Description, string? Value, bool MayLackValue, bool Repeats, IReadOnlyList<string> Words, string? Default)
{
    /// <summary>By the word for it, as a person who reads --help would tell: FILE, or a name with its ending such as x.lowtide.</summary>
    public bool TakesFile => Value is not null && FileWord().IsMatch(Value);

    /// <summary>Whether the next word is its value.</summary>
    public bool NeedsValue => Value is not null && !MayLackValue;

    public static OptionEntry Of(Option option)
    {
        string[] words = [.. option.GetCompletions(CompletionContext.Empty).Select(item => item.Label)];
        var takes = option.ValueType != typeof(bool) && option.Arity.MaximumNumberOfValues > 0;
        return new(
            // The library also answers to those of DOS, and to one that a shell takes for a pattern.
            [.. option.Aliases.Append(option.Name).Where(name => name.StartsWith('-') && name != "-?").OrderBy(name => name.Length > 2)],
            option.Description!,
            takes ? option.HelpName ?? option.Name.TrimStart('-') : null,
            takes && option.Arity.MinimumNumberOfValues == 0 && words.Length == 0,
            option.Arity.MaximumNumberOfValues > 1,
            takes ? words : [],
            takes && option.HasDefaultValue ? option.GetDefaultValue()?.ToString() : null);
    }

    /// <summary>Those of a verb, and with them those that every verb takes.</summary>
    public static IReadOnlyList<OptionEntry> Of(Command verb, RootCommand root) =>
        [.. verb.Options.Concat(root.Options.Where(option => option.Recursive)).Select(Of)];

    [GeneratedRegex(@"^(?:FILE|[a-z]+\.[a-z]+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FileWord();
}
