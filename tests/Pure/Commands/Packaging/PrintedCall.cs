using System.CommandLine;
using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands.Packaging;

/// <summary>A call of the program that prints what belongs into a package.</summary>
internal static class PrintedCall
{
    /// <summary>Options that several verbs have note each of them: the program makes one tree, and tests run side by side.</summary>
    private static readonly Lock Gate = new();

    public static RootCommand Root { get; } = Tree(["--man"]);

    public static string Output(params string[] arguments)
    {
        using var output = new StringWriter();
        var root = Tree(arguments);
        lock (Gate)
        {
            var parsed = root.Parse(arguments);
            Assert.Empty(parsed.Errors);
            Assert.Equal(0, parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = output }));
        }
        return output.ToString();
    }

    /// <summary>Each verb, with each name of each of its options that is typed.</summary>
    public static IEnumerable<(string Verb, string Option)> VerbsWithOptions =>
        from verb in Root.Subcommands
        from option in verb.Options
        from name in option.Aliases.Append(option.Name)
        select (verb.Name, name);

    private static RootCommand Tree(string[] arguments)
    {
        lock (Gate)
            return CommandTree.For(arguments);
    }
}
