using System.Text;
using Lowtide.Writing;
using Spectre.Console;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What is written to a terminal, or to a pipe.</summary>
internal static class ShownScreen
{
    /// <summary>A narrow one, the usual one, the one that limits of lines are for, and a wide one.</summary>
    private static readonly int[] Widths = [60, 80, 100, 200];

    private const int ColouredWidth = 100;

    /// <summary>What is shown does not hang on who runs the tests.</summary>
    static ShownScreen() => Environment.SetEnvironmentVariable(OwnCall.SudoSets, null);

    /// <returns>Its lines, without colours and without the blanks at their ends.</returns>
    public static string Of(int width, Action<TextConsole> show) =>
        string.Join('\n', Whole(width, show).Split('\n').Select(line => line.TrimEnd())).Trim('\n');

    /// <returns>Each character of it.</returns>
    public static string Whole(int width, Action<TextConsole> show) => Written(width, show, AnsiSupport.No, ColorSystemSupport.NoColors);

    public static string InColour(Action<TextConsole> show) => Written(ColouredWidth, show, AnsiSupport.Yes, ColorSystemSupport.Standard);

    /// <summary>
    /// It is what was read before it was committed, at each width and in colour. <see cref="Golden"/>.
    /// </summary>
    public static void MustBe(string snapshot, Action<TextConsole> show)
    {
        var text = new StringBuilder();
        foreach (var width in Widths)
            text.Append($"--- {width} columns\n{Of(width, show)}\n");
        // An escape is shown, so that a diff of the file is one of the screen.
        text.Append($"--- {ColouredWidth} columns, in colour\n").Append(InColour(show).Replace("\u001b", "\u241b").TrimEnd('\n')).Append('\n');
        Assert.Equal(Golden.Text($"tests/Pure/fixtures/screens/{snapshot}.txt", text.ToString()), text.ToString());
    }

    private static string Written(int width, Action<TextConsole> show, AnsiSupport ansi, ColorSystemSupport colours)
    {
        using var text = new StringWriter();
        var console = new TextConsole(AnsiConsole.Create(new AnsiConsoleSettings { Ansi = ansi, ColorSystem = colours, Out = new AnsiConsoleOutput(text) }));
        console.Width = width;
        show(console);
        return text.ToString();
    }
}
