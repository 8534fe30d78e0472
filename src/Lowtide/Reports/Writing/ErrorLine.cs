using Spectre.Console;

namespace Lowtide.Reports.Writing;

/// <summary>The line on standard error that ends a run: whole in a pipe, broken between words on a terminal.</summary>
internal static class ErrorLine
{
    public static void Write(string message)
    {
        if (!Terminal.IsError)
        {
            Console.Error.WriteLine($"lowtide: {message}");
            return;
        }
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(Console.Error),
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            ColorSystem = ColorSystemSupport.NoColors,
        });
        console.Profile.Width = Terminal.Size().Columns;
        Screen.Line($"lowtide: {message}", console);
    }
}
