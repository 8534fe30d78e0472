using System.CommandLine;
using System.Text;
using static Lowtide.Commands.Packaging.ShellText;

namespace Lowtide.Commands.Packaging;

/// <summary>bash's completion, by its own builtins alone: the package bash-completion need not be there.</summary>
internal static class BashCompletion
{
    public static string Script(RootCommand root) => $$"""
        {{Head("bash")}}

        _lowtide_words() {
            mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
        }

        _lowtide_files() {
            local file
            # To quote what has blanks, and to go on in a folder. It fails where nothing is completed, as in a test.
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                COMPREPLY+=("$file")
            done < <(compgen -f -- "$cur")
        }

        _lowtide_processes() {
            local name
            while IFS= read -r name; do
                [[ $name == "$cur"* ]] && COMPREPLY+=("$name")
            done < <({{Processes}})
        }

        # The other program's words begin at number $1.
        _lowtide_command() {
            if declare -F _command_offset >/dev/null; then
                _command_offset "$1"
            elif ((COMP_CWORD == $1)); then
                mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            else
                _lowtide_files
            fi
        }

        _lowtide() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} word
            COMPREPLY=()
            # readline makes three words of --as=env (COMP_WORDBREAKS).
            if [[ $cur == '=' ]]; then
                cur=
            elif [[ $prev == '=' ]]; then
                prev=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            if ((COMP_CWORD == 1)) || [[ $verb == -* ]]; then
                verb=
            fi
            for ((word = 2; word < COMP_CWORD; word++)); do
                if [[ ${COMP_WORDS[word]} == -- ]]; then
                    _lowtide_command $((word + 1))
                    return
                fi
            done
            case "$verb $prev" in
        {{Values(root)}}
            esac
            if [[ $cur == -* ]]; then
                case $verb in
        {{Options(root)}}
                esac
                return
            fi
            case $verb in
                '')
                    _lowtide_words '{{string.Join(' ', root.Subcommands.Select(verb => verb.Name))}}'
                    ;;
        {{Arguments(root)}}
            esac
        }

        complete -F _lowtide lowtide

        """;

    /// <summary>What may stand behind an option that needs a value. Where it is any text, nothing is offered.</summary>
    private static string Values(RootCommand root)
    {
        var cases = new StringBuilder();
        var valued = Everywhere(root).SelectMany(each => each.Options.Where(option => option.NeedsValue), (each, option) => (each.Verb, Option: option));
        foreach (var same in valued.GroupBy(each => (Words: string.Join(' ', each.Option.Words), each.Option.TakesFile)))
        {
            var patterns = same.SelectMany(each => each.Option.Names, (each, name) => $"'{each.Verb} {name}'");
            var offered = same.Key switch
            {
                { Words.Length: > 0 } set => $"_lowtide_words '{set.Words}'",
                { TakesFile: true } => "_lowtide_files",
                _ => "",
            };
            Case(cases, 2, string.Join(" | \\\n        ", patterns), offered, "return");
        }
        return cases.ToString().TrimEnd('\n');
    }

    private static string Options(RootCommand root)
    {
        var cases = new StringBuilder();
        foreach (var (verb, options) in Everywhere(root))
            Case(cases, 3, verb.Length > 0 ? verb : "''", $"_lowtide_words '{string.Join(' ', options.SelectMany(option => option.Names))}'");
        return cases.ToString().TrimEnd('\n');
    }

    private static string Arguments(RootCommand root)
    {
        var cases = new StringBuilder();
        foreach (var verb in root.Subcommands)
        {
            var arguments = verb.Arguments.Select(ArgumentEntry.Of).ToList();
            var words = string.Join(' ', arguments.SelectMany(argument => argument.Words));
            Case(
                cases, 2, verb.Name,
                words.Length > 0 ? $"_lowtide_words '{words}'" : "",
                arguments.Exists(argument => argument.TakesProcess) ? "_lowtide_processes" : "",
                arguments.Exists(argument => argument.TakesFile) ? "_lowtide_files" : "");
        }
        return cases.ToString().TrimEnd('\n');
    }

    /// <summary>Each verb with its options, and the call that names none.</summary>
    private static IEnumerable<(string Verb, IReadOnlyList<OptionEntry> Options)> Everywhere(RootCommand root) =>
        root.Subcommands.Select(verb => (verb.Name, OptionEntry.Of(verb, root)))
            .Prepend(("", [.. root.Options.Select(OptionEntry.Of)]));

    private static void Case(StringBuilder cases, int depth, string patterns, params string[] commands)
    {
        var indent = new string(' ', 4 * depth);
        if (!commands.Any(command => command.Length > 0))
            return;
        cases.Append(indent).Append(patterns).Append(")\n");
        foreach (var command in commands.Where(command => command.Length > 0).Append(";;"))
            cases.Append(indent).Append("    ").Append(command).Append('\n');
    }
}
