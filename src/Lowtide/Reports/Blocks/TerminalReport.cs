using Lowtide.Writing;

namespace Lowtide.Reports.Blocks;

/// <summary>A report as a terminal shows it: fitted to its width, with bars in the place of charts.</summary>
internal sealed class TerminalReport(TextConsole console)
{
    private const int LongestBar = 24, LeastForBars = 60;

    /// <summary>Of a line that has a shorter one.</summary>
    private const int MostRowsToPaste = 2;

    public static void Show(ReportDocument report, TextConsole? console = null) => new TerminalReport(console ?? Screen.Out).Show(report);

    private void Show(ReportDocument report)
    {
        Screen.Line(report.Title, console);
        foreach (var circumstance in report.About)
            Screen.Item("- ", circumstance, console);
        if (report.Answer.Length > 0)
        {
            console.WriteLine();
            Screen.Item("", Styled.Bold(report.Answer), console);
        }
        foreach (var section in report.Sections)
            Show(section);
    }

    private void Show(ReportSection section)
    {
        if (section.NeedsHeading)
        {
            console.WriteLine();
            Screen.Item("", Styled.Bold(section.Heading.ToUpperInvariant()), console);
        }
        foreach (var (number, block) in section.Blocks.Index())
            Show(block, isFirst: number == 0 && (block is TextBlock || section.NeedsHeading));
    }

    private void Show(ReportBlock block, bool isFirst)
    {
        switch (block)
        {
            case TextBlock text:
                Show(text, isFirst);
                break;
            case StepsBlock steps:
                Show(steps, isFirst);
                break;
            case CodeBlock code:
                if (code.Caption is { } words)
                    Screen.Line(words, console);
                foreach (var line in code.Lines)
                    Screen.Verbatim(Screen.Shown($"  {line}"), console);
                break;
            case TableBlock table:
                Show(table, isFirst);
                break;
            case StacksBlock { Stacks: [var whole] } stacks:
                Show(stacks, whole);
                break;
            default:
                throw new NotSupportedException($"a terminal shows no {block.GetType().Name}");
        }
    }

    private void Show(TextBlock block, bool isFirst)
    {
        // Items alone belong to what stands above them.
        if (!isFirst && (block.Lead ?? block.Text) is not null)
            console.WriteLine();
        if (block.Lead is { } lead)
            Screen.Item("", Styled.Bold(lead), console);
        if (block.Text is { } text)
            Screen.Line(text, console);
        foreach (var item in block.Items)
            Screen.Item("- ", item, console);
    }

    private void Show(StepsBlock block, bool isFirst)
    {
        if (!isFirst)
            console.WriteLine();
        var width = block.Steps.Max(step => step.Label.Length);
        foreach (var step in block.Steps)
        {
            var label = $"  {step.Label.PadRight(width)}  ";
            var rows = step.IsCommand ? MostRowsToPaste : 1;
            var text = step.Short is { } brief && label.Length + step.Text.Length > rows * console.Width ? brief : step.Text;
            if (step.IsCommand)
                Screen.Verbatim(Screen.Shown(label + text), console);
            else
                Screen.Item(label, text, console);
        }
    }

    private void Show(TableBlock block, bool isFirst)
    {
        if (!isFirst)
            console.WriteLine();
        if (block.Caption.Length > 0)
            Screen.Line(block.Caption, console);
        var table = Screen.Table([.. block.Columns.Select(column => new FittedColumn(
            $"{(column.Numeric ? ">" : "")}{column.Name.ToUpperInvariant()}", column.Worth) { Folds = column == block.Columns[^1] && !column.Numeric })]);
        foreach (var row in block.Rows)
            table.AddRow([.. row.Select((cell, column) => block.Columns[column].Name is "verdict" or "seen" ? Coloured(cell) : (Styled)cell)]);
        console.Write(table);
    }

    private static Styled Coloured(string verdict) => verdict switch
    {
        "better" => Styled.Green("better"),
        "worse" => Styled.Red("worse"),
        "differs" => Styled.Bold("differs"),
        _ => verdict,
    };

    /// <summary>A part a line, with its length in the place of its colour.</summary>
    private void Show(StacksBlock block, Stack whole)
    {
        var widths = Enumerable.Range(0, block.Columns.Count).Select(column => block.Parts.Max(part => part.Cells[column].Length)).ToList();
        foreach (var (part, value) in block.Parts.Zip(whole.Values))
            Screen.Line(string.Join("  ",
            [
                .. part.Cells.Select((cell, column) => block.Columns[column].Numeric ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column])),
                Bar(value / block.Most),
            ]).TrimEnd(), console);
    }

    private string Bar(double share) =>
        console.Width < LeastForBars ? "" : new string('#', (int)Math.Round(Math.Clamp(share, 0, 1) * LongestBar));
}
