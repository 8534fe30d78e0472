using System.CommandLine;
using System.CommandLine.Invocation;

namespace Lowtide.Commands.Packaging;

/// <summary>What a package puts beside the program, printed by it: the man page and the shells' completions, made of the options that it has.</summary>
/// <remarks>
/// The library has a completion of its own: a call with the directive [suggest] answers what may follow, and the tool dotnet-suggest asks for that.
/// It would have to be installed with .NET, knows no fish and no files, and starts the program at each press of Tab, which takes some 100 ms. Scripts
/// that hold all the words need none of it; they are told by their version if they are an older program's.
/// </remarks>
internal static class PackagedText
{
    private static readonly IReadOnlyDictionary<string, Func<RootCommand, string>> Shells = new Dictionary<string, Func<RootCommand, string>>
    {
        ["bash"] = BashCompletion.Script,
        ["zsh"] = ZshCompletion.Script,
        ["fish"] = FishCompletion.Script,
    };

    public static void AddTo(RootCommand root)
    {
        // --help stays short: who makes a package finds them in the page itself.
        var man = new Option<bool>("--man") { Description = "print this page, for man(1)", Hidden = true };
        man.Action = new Print("--man", _ => ManPage.Text(root, ManPage.Date(Environment.GetEnvironmentVariable, TimeProvider.System)));
        var completions = new Option<string?>("--completions")
        {
            Description = "print what completes Lowtide's words in that shell",
            HelpName = string.Join('|', Shells.Keys),
            Arity = ArgumentArity.ZeroOrOne, // so that the action says which there are
            Hidden = true,
        };
        completions.CompletionSources.Add([.. Shells.Keys]);
        completions.Action = new Print("--completions", parsed => Script(root, parsed.GetValue(completions)));
        root.Options.Add(man);
        root.Options.Add(completions);
    }

    private static string Script(RootCommand root, string? shell) => shell is not null && Shells.TryGetValue(shell, out var script)
        ? script(root)
        : throw Failure.Wrong($"--completions takes {string.Join(", ", Shells.Keys)}{(shell is null ? "" : $", not '{shell}'")}: "
            + "'lowtide --completions bash' prints bash's");

    /// <summary>It is a whole call: with a verb nobody could say which of both was meant.</summary>
    private sealed class Print(string option, Func<ParseResult, string> text) : SynchronousCommandLineAction
    {
        /// <summary>That no verb is named.</summary>
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            if (parseResult.CommandResult.Command is not RootCommand || parseResult.UnmatchedTokens.Count > 0)
                throw Failure.Wrong($"{option} is a call of its own: leave the rest out");
            parseResult.InvocationConfiguration.Output.Write(text(parseResult));
            return 0;
        }
    }
}
