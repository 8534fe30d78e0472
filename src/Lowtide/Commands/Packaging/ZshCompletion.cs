using System.CommandLine;
using System.Text;
using Lowtide.Recordings;
using static Lowtide.Commands.Packaging.ShellText;

namespace Lowtide.Commands.Packaging;

/// <summary>zsh's completion, by _arguments (zshcompsys(1)).</summary>
internal static class ZshCompletion
{
    public static string Script(RootCommand root) => $$"""
        #compdef lowtide
        {{Head("zsh")}}

        _lowtide_processes() {
            local -a names
            names=(${(f)"$({{Processes}})"})
            compadd -a names
        }

        _lowtide_targets() {
            _alternative 'processes:process:_lowtide_processes' 'recordings:recording:_files'
        }

        _lowtide_verbs() {
            local -a verbs
            verbs=(
        {{Verbs(root)}}
            )
            _describe verb verbs
        }

        _lowtide() {
            local curcontext=$curcontext state line
            _arguments -C \
        {{Specs([.. root.Options.Select(OptionEntry.Of)], 2)}} \
                '1:verb:_lowtide_verbs' \
                '*::word:->words' && return 0
            [[ $state == words ]] || return 1
            case $line[1] in
        {{Cases(root)}}
            esac
        }

        _lowtide "$@"

        """;

    private static string Verbs(RootCommand root) => string.Join(
        '\n', root.Subcommands.Select(verb => $"        {ShellWord.Quoted($"{verb.Name}:{VerbText.Of(verb).Summary.TrimEnd('.').Replace(":", @"\:")}")}"));

    private static string Cases(RootCommand root)
    {
        var cases = new StringBuilder();
        foreach (var verb in root.Subcommands)
        {
            cases.Append($"        {verb.Name})\n            _arguments -S \\\n{Specs(OptionEntry.Of(verb, root), 4)}");
            foreach (var spec in verb.Arguments.Select(ArgumentEntry.Of).SelectMany(Specs))
                cases.Append($" \\\n                {ShellWord.Quoted(spec)}");
            cases.Append("\n            ;;\n");
        }
        return cases.ToString().TrimEnd('\n');
    }

    private static string Specs(IReadOnlyList<OptionEntry> options, int depth) =>
        string.Join(" \\\n", options.SelectMany(Specs).Select(spec => new string(' ', 4 * depth) + ShellWord.Quoted(spec)));

    /// <summary>One a name. A short and a long one exclude each other, unless the option may be repeated.</summary>
    private static IEnumerable<string> Specs(OptionEntry option)
    {
        var before = option.Repeats ? "*" : option.Names.Count > 1 ? $"({string.Join(' ', option.Names)})" : "";
        var value = option switch
        {
            { NeedsValue: false } => "",
            { Words.Count: > 0 } => $":{Escaped(option.Value!)}:({string.Join(' ', option.Words)})",
            { TakesFile: true } => $":{Escaped(option.Value!)}:_files",
            _ => $":{Escaped(option.Value!)}: ",
        };
        return option.Names.Select(name => $"{before}{name}[{Escaped(Brief(option.Description))}]{value}");
    }

    private static IEnumerable<string> Specs(ArgumentEntry argument) => argument switch
    {
        { IsCommand: true } => ["(-)1:command: _command_names -e", "*::argument: _normal"],
        { TakesProcess: true, TakesFile: true } => [$":{Escaped(argument.Name)}:_lowtide_targets"],
        { TakesProcess: true, Words.Count: > 0 } =>
            [$@":{Escaped(argument.Name)}:{{_alternative ""remedies:remedy:({string.Join(' ', argument.Words)})"" ""processes:process:_lowtide_processes""}}"],
        { TakesProcess: true } => [$":{Escaped(argument.Name)}:_lowtide_processes"],
        { TakesFile: true } => [$"{(argument.Repeats ? "*" : "")}:{Escaped(argument.Name)}:_files"],
        _ => [$":{Escaped(argument.Name)}: "],
    };

    /// <summary>In a description or a message of a spec.</summary>
    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var letter in text)
            escaped.Append(letter is '\\' or '[' or ']' or ':' ? @"\" : "").Append(letter);
        return escaped.ToString();
    }
}
