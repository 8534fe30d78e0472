using System.CommandLine;
using Lowtide.Commands.Packaging;

namespace Lowtide.Commands;

/// <summary>All that a command line may hold: the verbs, and the options that belong to none of them.</summary>
internal static class CommandTree
{
    public static readonly Option<bool> Verbose = new("--verbose") { Description = "show stack traces", Recursive = true };

    /// <param name="arguments">As typed: of a call that names its verb, that verb alone is built.</param>
    public static RootCommand For(string[] arguments)
    {
        var root = new RootCommand("Finds why a server's memory rises, and proves what helps.");
        foreach (var verb in Verbs.For(arguments))
            root.Add(verb);
        root.Options.Add(Verbose);
        PackagedText.AddTo(root);
        VerbHelp.AddTo(root);
        return root;
    }
}
