using System.CommandLine;
using System.CommandLine.Completions;

namespace Lowtide.Commands.Packaging;

/// <summary>What a shell's completion needs to know of an argument.</summary>
/// <param name="Words">Values that are worth offering.</param>
/// <param name="IsCommand">Another program's command line, behind "--".</param>
internal sealed record ArgumentEntry(string Name, bool Repeats, IReadOnlyList<string> Words, bool TakesProcess, bool TakesFile, bool IsCommand)
{
    public static ArgumentEntry Of(Argument argument) => new(
        argument.Name,
        argument.Arity.MaximumNumberOfValues > 1,
        [.. argument.GetCompletions(CompletionContext.Empty).Select(item => item.Label)],
        argument is TargetArgument,
        argument is TargetArgument { TakesRecording: true } || argument.Name.Split('|').Contains("FILE"),
        argument.Name == "COMMAND");
}
