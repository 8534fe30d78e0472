using System.CommandLine;
using System.CommandLine.Completions;
using System.Text;
using Lowtide.Reports.Blocks;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>--format of a verb that answers something, and --json for short: the same report on a terminal, as Markdown or as a page.</summary>
/// <param name="document">What json gives: "lowtide/explain/1".</param>
internal sealed class FormatOption(string document)
{
    public const string Text = "text", Json = "json";

    private static readonly IReadOnlyList<string> Known = [Text, .. ReportFormat.All.Select(each => each.Name)];

    private readonly Option<string?> _format = new("--format")
    {
        Description = string.Join(", ", ReportFormat.All.Select(each => $"{each.Name} for {each.Reader}")) + "; text without it",
        HelpName = string.Join('|', Known),
        CompletionSources = { _ => Known.Select(name => new CompletionItem(name)) },
    };

    private readonly Option<bool> _json = new("--json") { Description = $"the document {document} on standard output" };

    public IReadOnlyList<Option> Options => [_format, _json];

    public void AddTo(Command verb)
    {
        foreach (var option in Options)
            verb.Options.Add(option);
    }

    /// <exception cref="Failure">A wrong call.</exception>
    public string Of(ParseResult parsed)
    {
        var format = parsed.GetValue(_format);
        if (parsed.GetValue(_json))
            return format is null or Json ? Json : throw Failure.Wrong($"--json and --format {Screen.Plain(format)} are two formats: name one");
        return format is null ? Text
            : Known.Contains(format) ? format
            : throw Failure.Wrong($"--format takes {string.Join(", ", Known)}, not '{Screen.Plain(format)}'");
    }

    /// <param name="format">As <see cref="Of"/> gives it.</param>
    /// <param name="json">Writes the document.</param>
    public static void Write(string format, Func<ReportDocument> report, Action json)
    {
        if (format == Json)
        {
            json();
            return;
        }
        if (format == Text)
        {
            TerminalReport.Show(report());
            return;
        }
        using var output = StandardStream.Output();
        output.Write(Encoding.UTF8.GetBytes(ReportFormat.All.Single(each => each.Name == format).Text(report())));
    }
}
