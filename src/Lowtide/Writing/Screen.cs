using System.Globalization;
using System.Text;
using Lowtide.Analysis;
using Lowtide.Recordings;
using Spectre.Console;

namespace Lowtide.Writing;

/// <summary>
/// Where text for people goes: plain lines of any length in a pipe, fitted and coloured on a terminal. All of it passes <see cref="Plain"/>, wherever it is
/// from, on one of two ways: as <see cref="Styled"/>, which keeps styles beside the text, or as lines of System.Console (<see cref="PlainWriter"/>).
/// </summary>
/// <remarks>
/// A type for the texts that are not ours would have to go through every record and sentence, and through each string that is joined of both. So that
/// nobody can forget it, it is the other way about: no text can hold what drives a terminal, and styles cannot be written as text.
/// </remarks>
internal static class Screen
{
    /// <summary>Of one text: more than any of Lowtide's own.</summary>
    private const int Longest = 4000;

    public static TextConsole Out { get; } = new(Create(StandardStream.Out, Console.IsOutputRedirected));

    /// <summary>Where standard error is a terminal.</summary>
    public static TextConsole Error => new(AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new TerminalOutput(StandardStream.Error),
        Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        ColorSystem = ColorSystemSupport.NoColors,
    }));

    /// <summary>A line that keeps its indent where a terminal is too narrow for it.</summary>
    public static void Line(string text = "", TextConsole? console = null)
    {
        if (text.TrimStart(' ') is { Length: > 0 } words)
            Item(text[..^words.Length], words, console);
        else
            (console ?? Out).WriteLine();
    }

    /// <inheritdoc cref="HangingText"/>
    public static void Item(string lead, Styled text, TextConsole? console = null) => (console ?? Out).Write(new HangingText(lead, text));

    /// <summary>A line to be pasted: never folded, whatever the width.</summary>
    public static void Verbatim(string line, TextConsole? console = null) => (console ?? Out).WriteVerbatim(line);

    public static void Write(FittedTable table) => Out.Write(table);

    /// <summary>
    /// Text with a question mark for each letter that is no letter: a process may name itself with terminal escapes. What is shown needs it from nobody
    /// else; it is for texts that go elsewhere, into a file or a sentence of several lines.
    /// </summary>
    public static string Plain(string value)
    {
        if (value.All(IsPlainAscii))
            return value;
        var plain = new StringBuilder(value.Length);
        foreach (var letter in value.EnumerateRunes()) // half a pair is U+FFFD
            plain.Append(IsShown(letter) ? letter.ToString() : "?");
        return plain.ToString();
    }

    /// <summary>For a line that has more to say.</summary>
    public static string Short(string text, int most) => text.Length <= most ? text : $"{text[..most]}...";

    /// <summary>For a person: a process may have 2 MB of arguments, and calls, files and kinds of objects names of any length.</summary>
    public static string Shown(string value) => Plain(value.Length <= Longest ? value
        : string.Create(CultureInfo.InvariantCulture, $"{value.AsSpan(0, Longest)}... and {value.Length - Longest:N0} letters more"));

    private static bool IsPlainAscii(char letter) => letter is >= ' ' and <= '~';

    /// <summary>Neither what is no character, nor control characters, nor those that turn the order of the letters around or cannot be seen.</summary>
    private static bool IsShown(Rune letter) => (letter.Value & 0xfffe) != 0xfffe
        && Rune.GetUnicodeCategory(letter) is not (UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);

    public static string Size(long? bytes) => bytes is { } known ? Amount.Bytes(known) : "-";

    /// <summary>The end of every look: what is missing, why, and what would give it.</summary>
    public static void CouldNotRead(IReadOnlyList<Unreadable> couldNotRead, TextConsole? console = null)
    {
        console ??= Out;
        if (couldNotRead.Count == 0)
            return;
        console.WriteLine();
        console.WriteLine("Could not read:");
        foreach (var same in Together(couldNotRead))
            Item("  ", $"{same.What}: {(same.Mend is null ? same.Why : $"{same.Why}; {same.Mend}")}", console);
    }

    /// <summary>The same of every worker is one line; what somebody can mend comes first.</summary>
    public static IEnumerable<Unreadable> Together(IEnumerable<Unreadable> couldNotRead) =>
        from item in couldNotRead.Distinct() // one that is no server is looked at too
        group item by (item.Why, item.Mend) into same
        orderby same.Key.Mend is null
        select same.First() with { What = $"{same.First().What}{(same.Count() > 1 ? $" and {same.Count() - 1} more" : "")}" };

    public static FittedTable Table(params FittedColumn[] columns) => new(columns);

    /// <summary>Text as a pipe has it: nothing folded, nothing coloured.</summary>
    public static TextConsole Plainly(TextWriter writer) => new(Create(writer, redirected: true));

    /// <summary>For what is drawn by other means.</summary>
    public static IAnsiConsole Unseen => Create(TextWriter.Null, redirected: true);

    private static IAnsiConsole Create(TextWriter writer, bool redirected)
    {
        return AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = redirected ? new PipedOutput(writer) : new TerminalOutput(writer),
            // What they would look for (build servers) changes nothing here, and takes a tenth of a short command's time.
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            Ansi = redirected ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = redirected ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
        });
    }
}
