using System.CommandLine;
using System.Text;
using static Lowtide.Commands.Packaging.ShellText;

namespace Lowtide.Commands.Packaging;

/// <summary>fish's completion: a line a word (complete(1) of fish).</summary>
internal static class FishCompletion
{
    public static string Script(RootCommand root) => $$"""
        {{Head("fish")}}

        function __lowtide_begins
            set -l words (commandline -opc)
            test (count $words) -eq 1; or string match -q -- '-*' $words[2]
        end

        function __lowtide_verb
            set -l words (commandline -opc)
            contains -- "$words[2]" $argv; and not contains -- -- $words
        end

        function __lowtide_behind_dashes
            set -l words (commandline -opc)
            contains -- "$words[2]" $argv; and contains -- -- $words
        end

        # What completes the other program's words.
        function __lowtide_command
            set -l words (commandline -opc) (commandline -ct)
            set -l first (math (contains -i -- -- $words) + 1)
            complete -C "$words[$first..-1]"
        end

        function __lowtide_processes
            {{Processes}}
        end

        complete -c lowtide -f
        {{Lines(root)}}

        """;

    private static string Lines(RootCommand root)
    {
        var lines = new StringBuilder();
        foreach (var verb in root.Subcommands)
            lines.Append($"complete -c lowtide -n __lowtide_begins -a {verb.Name} -d {Word(VerbText.Of(verb).Summary.TrimEnd('.'))}\n");
        foreach (var option in root.Options.Where(option => !option.Recursive))
            Write(lines, "__lowtide_begins", OptionEntry.Of(option));
        foreach (var option in root.Options.Where(option => option.Recursive))
            Write(lines, "'not __lowtide_behind_dashes run trial'", OptionEntry.Of(option));
        foreach (var verb in root.Subcommands)
        {
            foreach (var option in verb.Options)
                Write(lines, $"'__lowtide_verb {verb.Name}'", OptionEntry.Of(option));
            foreach (var argument in verb.Arguments.Select(ArgumentEntry.Of))
                Write(lines, verb.Name, argument);
        }
        return lines.ToString().TrimEnd('\n');
    }

    private static void Write(StringBuilder lines, string condition, OptionEntry option)
    {
        var names = string.Join(' ', option.Names.Select(name => name.StartsWith("--", StringComparison.Ordinal) ? $"-l {name[2..]}" : $"-s {name[1..]}"));
        var value = option switch
        {
            { NeedsValue: false } => "",
            { Words.Count: > 0 } => $" -x -a '{string.Join(' ', option.Words)}'",
            { TakesFile: true } => " -r -F",
            _ => " -x",
        };
        lines.Append($"complete -c lowtide -n {condition} {names}{value} -d {Word(Brief(option.Description))}\n");
    }

    private static void Write(StringBuilder lines, string verb, ArgumentEntry argument)
    {
        var line = $"complete -c lowtide -n '__lowtide_verb {verb}'";
        if (argument.Words.Count > 0)
            lines.Append($"{line} -a '{string.Join(' ', argument.Words)}'\n");
        if (argument.TakesProcess)
            lines.Append($"{line} -a '(__lowtide_processes)' -d process\n");
        if (argument.TakesFile)
            lines.Append($"{line} -F\n");
        if (argument.IsCommand)
            lines.Append($"complete -c lowtide -n '__lowtide_behind_dashes {verb}' -a '(__lowtide_command)'\n");
    }

    /// <summary>In fish a backslash escapes inside of single quotes, too.</summary>
    private static string Word(string text) => $"'{text.Replace(@"\", @"\\").Replace("'", @"\'")}'";
}
