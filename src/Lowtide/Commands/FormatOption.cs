using System.CommandLine;
using System.CommandLine.Completions;
using System.Text;
using Lowtide.Reports.Blocks;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>--format of a verb that answers something, and --json for short: the same report on a terminal, as Markdown or as a page.</summary>
internal sealed class FormatOption
{
    public const string Text = "text", Json = "json";

    private readonly IReadOnlyList<string> _known;
    private readonly Option<string?> _format;
    private readonly Option<bool> _json;

    /// <param name="document">What json gives: "lowtide/explain/1".</param>
    /// <param name="own">Formats of this verb's data alone.</param>
    public FormatOption(string document, params IReadOnlyList<OwnFormat> own)
    {
        _known = [Text, .. ReportFormat.All.Select(each => each.Name), .. own.Select(each => each.Name)];
        var readers = ReportFormat.All.Select(each => (each.Name, each.Reader)).Concat(own.Select(each => (each.Name, each.Reader)));
        _format = new Option<string?>("--format")
        {
            Description = string.Join(", ", readers.Select(each => $"{each.Name} for {each.Reader}")) + "; text without it",
            HelpName = string.Join('|', _known),
            CompletionSources = { _ => _known.Select(name => new CompletionItem(name)) },
        };
        _json = new Option<bool>("--json") { Description = $"the document {document} on standard output" };
    }

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
            : _known.Contains(format) ? format
            : throw Failure.Wrong($"--format takes {string.Join(", ", _known)}, not '{Screen.Plain(format)}'");
    }

    /// <param name="format">As <see cref="Of"/> gives it.</param>
    /// <param name="json">Writes the document.</param>
    /// <param name="own">The text in each format of the verb's own.</param>
    public static void Write(string format, Func<ReportDocument> report, Action json, params IReadOnlyList<(OwnFormat Format, Func<string> Text)> own)
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
        var text = own.FirstOrDefault(each => each.Format.Name == format).Text is { } written
            ? written() : ReportFormat.All.Single(each => each.Name == format).Text(report());
        using var output = StandardStream.Output();
        output.Write(Encoding.UTF8.GetBytes(text));
    }
}

/// <summary>A format that is of one verb's data, and so of no report.</summary>
/// <param name="Reader">Whom or what it is for, as --help says.</param>
internal sealed record OwnFormat(string Name, string Reader)
{
    /// <summary>Of a trial: what became of each requirement.</summary>
    public static readonly OwnFormat JUnit = new("junit", "a pipeline's tests");

    public static readonly OwnFormat Sarif = new("sarif", "code scanning");
}
