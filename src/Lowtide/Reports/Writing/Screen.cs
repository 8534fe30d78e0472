using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Lowtide.Reports.Writing;

/// <summary>
/// Where text for people goes: plain lines of any length in a pipe, fitted and coloured on a terminal. Everything that comes
/// from a target passes <see cref="Text"/>, which takes control characters out.
/// </summary>
internal static class Screen
{
    public static IAnsiConsole Out { get; } = Create(Console.Out, Console.IsOutputRedirected);

    /// <summary>Text of a line or more; each keeps its indent where a terminal is too narrow for it.</summary>
    public static void Line(string text = "", IAnsiConsole? console = null)
    {
        foreach (var line in text.Split('\n'))
            if (line.TrimStart(' ') is { Length: > 0 } words)
                Item(line[..^words.Length], Spectre.Console.Markup.Escape(words), console);
            else
                (console ?? Out).WriteLine();
    }

    /// <inheritdoc cref="HangingText"/>
    public static void Item(string lead, string markup, IAnsiConsole? console = null) => (console ?? Out).Write(new HangingText(lead, markup));

    /// <summary>A line to be pasted: never folded, whatever the width.</summary>
    public static void Verbatim(string text, IAnsiConsole? console = null) => (console ?? Out).Profile.Out.Writer.WriteLine(text);

    public static void Markup(string markup) => Out.MarkupLine(markup);

    public static void Write(IRenderable part) => Out.Write(part);

    /// <summary>A value from outside, safe to show: a process may name itself with terminal escapes.</summary>
    public static string Text(string value) => Spectre.Console.Markup.Escape(Plain(value));

    /// <summary>As <see cref="Text"/>, for <see cref="Verbatim"/>.</summary>
    public static string Plain(string value) => string.Concat(value.Select(letter => IsShown(letter) ? letter : '?'));

    /// <summary>For a line that has more to say: a process may call itself anything.</summary>
    public static string Short(string text, int most) => Plain(text.Length <= most ? text : $"{text[..most]}...");

    /// <summary>
    /// Neither what is no character (Spectre's table of widths ends before the last), nor control characters, nor those that turn the order of the letters
    /// around or cannot be seen.
    /// </summary>
    private static bool IsShown(char letter) => letter < '\ufffe' && char.GetUnicodeCategory(letter) is not (UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);

    public static string Size(long? bytes) => bytes is { } known ? Amount.Bytes(known) : "-";

    /// <summary>The end of every look: what is missing, why, and what would give it.</summary>
    public static void CouldNotRead(IReadOnlyList<Unreadable> couldNotRead, IAnsiConsole? console = null)
    {
        console ??= Out;
        if (couldNotRead.Count == 0)
            return;
        console.WriteLine();
        console.WriteLine("Could not read:");
        foreach (var same in Together(couldNotRead))
            Item("  ", Text($"{same.What}: {(same.Mend is null ? same.Why : $"{same.Why}; {same.Mend}")}"), console);
    }

    /// <summary>The same of every worker is one line; what somebody can mend comes first.</summary>
    public static IEnumerable<Unreadable> Together(IEnumerable<Unreadable> couldNotRead) =>
        from item in couldNotRead
        group item by (item.Why, item.Mend) into same
        orderby same.Key.Mend is null
        select same.First() with { What = $"{same.First().What}{(same.Count() > 1 ? $" and {same.Count() - 1} more" : "")}" };

    public static FittedTable Table(params FittedColumn[] columns) => new(columns);

    /// <summary>For text that is drawn by other means: nothing folded, nothing coloured.</summary>
    public static IAnsiConsole Plainly(TextWriter writer) => Create(writer, redirected: true);

    private static IAnsiConsole Create(TextWriter writer, bool redirected)
    {
        return AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = redirected ? new PipedOutput(writer) : new AnsiConsoleOutput(writer),
            // What they would look for (build servers) changes nothing here, and takes a tenth of a short command's time.
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            Ansi = redirected ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = redirected ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
        });
    }
}
