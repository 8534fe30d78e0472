using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a process calls itself never drives the terminal of who looks at it, whoever shows it.</summary>
public sealed class OneDoorTests
{
    /// <summary>A title set by OSC, a cleared screen (also by C1 controls), a line that overwrites itself, reversed and unseen letters, half a pair.</summary>
    private const string Hostile = "a\u001b]0;owned\a\u001b[2J\u009b31m\r\n\t\v\f\u0085\u2028\u202egnp\u2066\u200b\ufeff\ud83d[bold]b[/][link=http://x]c[/]";

    private const string Harmless = "a?]0;owned??[2J?31m????????gnp???\ufffd[bold]b[/][link=http://x]c[/]";

    /// <summary>The one folder that writes for terminals, and what its door is built of.</summary>
    private const string Door = "src/Lowtide/Writing/";

    private static readonly string[] OfTheDoor =
        ["Spectre.Console", "OpenStandardOutput", "OpenStandardError", "StandardStream.Out", "StandardStream.Error", @"\u001b", @"\x1b", @"\e["];

    /// <summary>They write documents, which escape whatever they are given.</summary>
    private static readonly string[] WritersOfDocuments =
        ["src/Lowtide/Reports/JsonDocuments.cs", "src/Lowtide/Commands/ReportCommand.cs", "src/Lowtide/Commands/FormatOption.cs"];

    [Fact]
    public void Only_the_door_knows_the_terminal()
    {
        var root = SourceTree.Root();
        Assert.Empty(
            from file in Directory.EnumerateFiles(Path.Combine(root, "src"), "*.cs", SearchOption.AllDirectories)
            let path = Path.GetRelativePath(root, file)
            where !path.StartsWith(Door, StringComparison.Ordinal) && !path.Contains("/obj/", StringComparison.Ordinal)
            let text = File.ReadAllText(file)
            from word in OfTheDoor
            where text.Contains(word, StringComparison.Ordinal)
                && !(word == "StandardStream.Out" && WritersOfDocuments.Contains(path)
                    && text.Split(word).Length == text.Split("StandardStream.Output()").Length)
            select $"{path} uses {word}");
    }

    [Fact]
    public void A_line_of_System_Console_keeps_its_breaks_and_nothing_else_that_drives_a_terminal()
    {
        using var text = new StringWriter();
        using var writer = new PlainWriter(text);
        writer.WriteLine(Hostile.Replace("\n", "", StringComparison.Ordinal));
        writer.Write("one\ntwo\u001b[2J\n");
        writer.Write('\u001b');
        writer.Write(['\u009b'], 0, 1);
        Assert.Equal($"{Harmless.Replace("????????gnp", "???????gnp", StringComparison.Ordinal)}\none\ntwo?[2J\n??", text.ToString());
    }

    [Fact]
    public void Text_is_neither_markup_nor_sequences_wherever_it_stands_on_a_screen()
    {
        var shown = ShownScreen.Whole(1000, console =>
        {
            var table = Screen.Table("NAME", new(Hostile) { Folds = true });
            table.AddRow(Hostile, Styled.Bold(Hostile));
            console.Write(table);
            Screen.Line(Hostile, console);
            Screen.Item(Hostile, Hostile, console);
            Screen.Verbatim(Hostile, console);
            console.WriteLine(Styled.Bold(Hostile) + Hostile);
        });
        Assert.DoesNotContain(shown, letter => letter != '\n' && char.IsControl(letter));
        Assert.Equal(9, shown.Split(Harmless).Length - 1);
    }

    /// <summary>1.6 MB of arguments filled 20,000 lines.</summary>
    [Fact]
    public void A_text_of_any_length_is_cut_and_says_by_how_much()
    {
        var shown = ShownScreen.Whole(1000, console => Screen.Item("- ", new string('x', 1_600_000), console));
        Assert.InRange(shown.Length, 4000, 4100);
        Assert.EndsWith("... and 1,596,000 letters more\n", shown.Replace("\n  ", "", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_drawn_in_place_holds_no_sequence_but_its_own() =>
        Assert.Equal(Harmless, new LiveLine(Hostile).ToString());
}
