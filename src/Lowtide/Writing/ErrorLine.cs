namespace Lowtide.Writing;

/// <summary>The line on standard error that ends a run: whole in a pipe, broken between words on a terminal.</summary>
internal static class ErrorLine
{
    private const string Indent = "  ";

    /// <param name="message">
    /// More lines of it, such as the last ones of a log, are indented. Any other line feed is part of a name, and none can pass for a line of Lowtide's own.
    /// </param>
    public static void Write(string message)
    {
        foreach (var (number, line) in $"lowtide: {message}".Split($"\n{Indent}").Index())
            Write(number == 0 ? line : Indent + line, Terminal.IsError);
    }

    private static void Write(string line, bool terminal)
    {
        if (terminal)
            Screen.Line(line, Screen.Error);
        else
            Console.Error.WriteLine(Screen.Shown(line));
    }
}
