using System.CommandLine;

namespace Lowtide.Commands.Packaging;

/// <summary>A verb's description in its parts. It is written as --help shows it: a line, paragraphs, then examples that are pasted as they are.</summary>
/// <param name="Paragraphs">Behind the first line; without the breaks made by hand.</param>
/// <param name="Examples">Line by line; one that ends in a backslash goes on in the next.</param>
internal sealed record VerbText(string Summary, IReadOnlyList<string> Paragraphs, IReadOnlyList<string> Examples)
{
    private const string Indent = "  ";

    public static VerbText Of(Command verb)
    {
        var lines = verb.Description!.Split('\n');
        var head = Array.FindIndex(lines, line => line is "Example:" or "Examples:");
        var prose = head < 0 ? lines[1..] : lines[1..head];
        return new(
            lines[0],
            [.. string.Join('\n', prose).Split("\n\n").Select(part => part.Trim('\n').Replace('\n', ' ')).Where(part => part.Length > 0)],
            head < 0 ? [] : [.. lines[(head + 1)..].Select(line => line.StartsWith(Indent, StringComparison.Ordinal) ? line[Indent.Length..] : line)]);
    }

    /// <summary>How a verb is called, behind the program's name.</summary>
    public static string Usage(Command verb) => string.Join(' ', [verb.Name, "[options]", .. verb.Arguments.Select(argument => argument switch
    {
        { Name: "COMMAND" } => $"-- {argument.Name}",
        { Arity.MinimumNumberOfValues: 0 } => $"[{argument.Name}]",
        _ => argument.Name,
    })]);
}
