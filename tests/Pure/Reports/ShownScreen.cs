using Spectre.Console;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What is written to a terminal without colours, or to a pipe.</summary>
internal static class ShownScreen
{
    /// <returns>Its lines, without the blanks at their ends.</returns>
    public static string Of(int width, Action<IAnsiConsole> show) =>
        string.Join('\n', Whole(width, show).Split('\n').Select(line => line.TrimEnd())).Trim('\n');

    /// <returns>Each character of it.</returns>
    public static string Whole(int width, Action<IAnsiConsole> show)
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = width;
        show(console);
        return text.ToString();
    }

    /// <summary>LOWTIDE_WRITE_GOLDEN=$PWD/tests/Pure/fixtures/screens writes it anew, to be read before it is committed.</summary>
    public static void MustBe(string snapshot, string text)
    {
        var file = Path.Combine(AppContext.BaseDirectory, "fixtures", "screens", $"{snapshot}.txt");
        if (Environment.GetEnvironmentVariable("LOWTIDE_WRITE_GOLDEN") is { } folder)
            File.WriteAllText(Path.Combine(folder, Path.GetFileName(file)), text + "\n");
        Assert.Equal(File.ReadAllText(file).TrimEnd('\n'), text);
    }
}
