using System.Text;
using System.Text.RegularExpressions;
using Lowtide.Analysis;

namespace Lowtide.Reports.Blocks;

/// <summary>A report in GitHub's Markdown, for a pull request. Charts become tables of the figures that they are about.</summary>
internal sealed partial class MarkdownReport
{
    /// <summary>Nobody renders it: it is read as it stands.</summary>
    private readonly bool _plain;

    private MarkdownReport(bool plain) => _plain = plain;

    public static string Text(ReportDocument report) =>
        $"<!-- {report.Schema} -->\n# {Marked(report.Title)}\n\n{(report.Answer.Length > 0 ? $"**{Marked(report.Answer)}**\n\n" : "")}"
        + new MarkdownReport(plain: false).Body(report);

    /// <summary>All but its title and answer, for somebody who reads it as it stands: nothing escaped, columns under each other.</summary>
    public static string PlainBody(ReportDocument report) => new MarkdownReport(plain: true).Body(report);

    private string Body(ReportDocument report)
    {
        var text = new StringBuilder();
        foreach (var line in report.About.Concat(report.Sources.Select(source => source.Text)))
            text.Append($"- {Safe(line)}\n");
        foreach (var section in report.Sections)
        {
            text.Append($"\n## {Safe(section.Heading)}\n{(section.Summary.Length > 0 ? $"{Safe(section.Summary)}\n" : "")}");
            foreach (var block in section.Blocks)
                text.Append('\n').Append(Block(block));
        }
        return text.Append($"\n{Safe($"Lowtide {report.ProgramVersion}")}\n").ToString();
    }

    private string Block(ReportBlock block) => block switch
    {
        TextBlock text => Written(text),
        CodeBlock code => Written(code),
        StepsBlock steps => Written(steps),
        TableBlock { Folded: true } table => Folded(table.Caption, table.Columns, table.Rows),
        TableBlock table => Table(table.Caption, table.Columns, table.Rows),
        LinesBlock lines => Written(lines),
        StacksBlock stacks => Written(stacks),
        PageMapBlock map => Written(map),
        HeapsBlock heaps => Written(heaps),
        IntervalsBlock intervals => Written(intervals),
        _ => throw new NotSupportedException($"{block.GetType().Name} has no Markdown"),
    };

    private string Written(TextBlock block) =>
        (block.Lead is { } lead ? $"### {Safe(lead)}\n" : "")
        + (block.Text is { } text ? $"{Safe(text)}\n" : "")
        + string.Concat(block.Items.Select(item => $"- {Safe(item)}\n"));

    private string Written(StepsBlock block) => string.Concat(block.Steps.Select(step => step.IsCommand
        ? Written(new CodeBlock(step.Label, [step.Text])) : $"- {Safe($"{step.Label}: {step.Text}")}\n"));

    private string Written(CodeBlock block)
    {
        var lines = block.Lines.Select(ShownText.Of).ToList();
        // Longer than any row of backticks inside, so that none of them ends it.
        var fence = new string('`', Math.Max(3, 1 + lines.SelectMany(line => Backticks().Matches(line)).Select(row => row.Length).DefaultIfEmpty().Max()));
        return (block.Caption is { } caption ? $"{Safe(caption)}\n\n" : "") + $"{fence}\n{string.Join('\n', lines)}\n{fence}\n";
    }

    private string Written(LinesBlock block) => Table(
        block.Caption,
        [new("", false), new("first", true), new("last", true), new("least", true), new("most", true)],
        block.Series.Where(series => series.Y.Count > 0).Select(series => (IReadOnlyList<string>)
        [
            series.Name, block.Unit.Text(series.Y[0]), block.Unit.Text(series.Y[^1]),
            block.Unit.Text((series.Low ?? series.Y).Min()), block.Unit.Text((series.High ?? series.Y).Max()),
        ]));

    private string Written(StacksBlock block) =>
        Table(block.Caption, block.Columns, block.Parts.Select(part => part.Cells))
        + '\n'
        + Folded("Each in figures", [new("", false), .. block.Parts.Select(part => new TableColumn(part.Cells[0], true))],
            block.Stacks.Select(stack => (IReadOnlyList<string>)[stack.Name, .. stack.Values.Select(value => block.Unit.Text(value))]));

    private string Written(PageMapBlock block) =>
        Table(block.Caption, PageColumns, Written(block.States))
        + (block.ByCause is { } causes ? $"\n{Table($"{block.Caption}, by cause", PageColumns, Written(causes.States))}" : "");

    private static readonly IReadOnlyList<TableColumn> PageColumns = [new("pages", false), new("bytes", true), new("share", true)];

    private static IEnumerable<IReadOnlyList<string>> Written(IEnumerable<PageStateEntry> states) =>
        states.Select(state => (IReadOnlyList<string>)[state.Name, Amount.Bytes(state.Bytes), Amount.Percent(state.Share)]);

    private string Written(HeapsBlock block) =>
        Table(block.Caption, [new("cells", false), new("bytes", true)],
            block.Legend.Select(entry => (IReadOnlyList<string>)[entry.Meaning, Amount.Bytes(entry.Bytes)]))
        + '\n'
        + Folded("Each heap", [new("heap", false), new("shows", false)], block.Heaps.Select(heap => (IReadOnlyList<string>)[heap.Name, heap.Alt]));

    private string Written(IntervalsBlock block) => Table(
        block.Caption,
        [new("metric", false), new("arm", false), new("change (interval)", true), new("margin", true), new("verdict", false)],
        block.Metrics.SelectMany(metric => metric.Arms, (metric, arm) => (IReadOnlyList<string>)
            [metric.Decides ? $"{metric.Name} (decides)" : metric.Name, arm.Arm, arm.Text, metric.MarginText, arm.Verdict]));

    private string Folded(string caption, IReadOnlyList<TableColumn> columns, IEnumerable<IReadOnlyList<string>> rows) =>
        _plain ? Table(caption, columns, rows) : $"<details><summary>{Safe(caption)}</summary>\n\n{Table(columns, rows)}\n</details>\n";

    private string Table(string caption, IReadOnlyList<TableColumn> columns, IEnumerable<IReadOnlyList<string>> rows) =>
        $"{Safe(caption)}\n\n{Table(columns, rows)}";

    private string Table(IReadOnlyList<TableColumn> columns, IEnumerable<IReadOnlyList<string>> rows)
    {
        List<string[]> lines = [[.. columns.Select(column => Safe(column.Name))], .. rows.Select(row => row.Select(Safe).ToArray())];
        if (_plain)
            return Aligned(columns, lines);
        var text = new StringBuilder();
        Row(lines[0]);
        text.Append('|').AppendJoin('|', columns.Select(column => column.Numeric ? "--:" : "---")).Append("|\n");
        foreach (var line in lines.Skip(1))
            Row(line);
        return text.ToString();

        void Row(string[] cells) => text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");
    }

    private static string Aligned(IReadOnlyList<TableColumn> columns, List<string[]> lines)
    {
        var widths = columns.Select((_, at) => lines.Max(line => line[at].Length)).ToList();
        return string.Concat(lines.Select(line => string.Join("  ", line.Select((cell, at) =>
            columns[at].Numeric ? cell.PadLeft(widths[at]) : cell.PadRight(widths[at]))).TrimEnd() + '\n'));
    }

    private string Safe(string text) => _plain ? ShownText.Of(text) : Marked(text);

    /// <summary>What would be markup shows as it is, and nobody is notified: @ is an entity.</summary>
    private static string Marked(string text) =>
        Markup().Replace(ShownText.Of(text).Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;").Replace("@", "&#64;"), @"\$0");

    // An underscore within a word is a letter there.
    [GeneratedRegex(
        @"[\\`*\[\]|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^(?:#|[-+](?= ))|(?<=^[0-9]{1,9})[.)](?= )",
        RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Markup();

    [GeneratedRegex("`+", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Backticks();
}
