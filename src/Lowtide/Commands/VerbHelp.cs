using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Text.RegularExpressions;
using Lowtide.Commands.Packaging;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>--help: the library's, with one line a verb, the usage as it is typed, and 80 columns in a pipe.</summary>
/// <remarks>It is shaped only when asked for, so that no other call pays for it.</remarks>
internal sealed partial class VerbHelp : SynchronousCommandLineAction
{
    private const int Columns = 80;

    /// <summary>The library folds text for fewer columns without an end, or cuts by less than nothing; a terminal folds it once more by itself.</summary>
    private const int FewestColumns = 20;

    private readonly RootCommand _root;
    private readonly HelpAction _standard;

    private VerbHelp(RootCommand root, HelpAction standard) => (_root, _standard) = (root, standard);

    public static void AddTo(RootCommand root)
    {
        var option = root.Options.OfType<HelpOption>().Single();
        option.Description = "show help";
        option.Action = new VerbHelp(root, (HelpAction)option.Action!);
        root.Options.OfType<VersionOption>().Single().Description = "show the version";
    }

    /// <summary>Who asks for help need not have said all the rest.</summary>
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var output = parseResult.InvocationConfiguration.Output;
        var command = parseResult.CommandResult.Command;
        _standard.MaxWidth = Console.IsOutputRedirected ? Columns : Math.Max(FewestColumns, Terminal.Size().Columns);
        if (command == _root)
            foreach (var verb in _root.Subcommands)
            {
                verb.Description = verb.Description!.Split('\n')[0];
                verb.Arguments.Clear();
            }
        else
            command.Description = Paragraphs().Replace(command.Description!, " ");
        using var text = new StringWriter();
        parseResult.InvocationConfiguration.Output = text;
        var status = _standard.Invoke(parseResult);
        // The library gives no other way to its usage line, and folds lines behind a blank.
        output.WriteLine(FoldedBlanks().Replace(UsageLine().Replace(text.ToString(), $"  {Usage(command)}", 1), "").TrimEnd());
        return status;
    }

    private string Usage(Command command) => $"{_root.HelpName} {(command == _root ? "VERB [options]" : VerbText.Usage(command))}";

    [GeneratedRegex(@"(?<=^Usage:\n).*", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex UsageLine();

    /// <summary>Line breaks inside prose, which the library folds to the width there is; lines of examples begin with a blank.</summary>
    [GeneratedRegex(@"(?<=[^\s:])\n(?=\S)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Paragraphs();

    [GeneratedRegex(@" +$", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FoldedBlanks();
}
