namespace Lowtide.Writing;

/// <summary>Whether somebody looks, and how much they see.</summary>
internal static class Terminal
{
    public static bool IsOutput => !Console.IsOutputRedirected && CanRedraw;

    public static bool IsError => !Console.IsErrorRedirected && CanRedraw;

    private static bool CanRedraw => Environment.GetEnvironmentVariable("TERM") is not (null or "" or "dumb");

    /// <summary>Now: it may be resized at any time. 80 by 24 where the terminal does not say.</summary>
    public static (int Columns, int Rows) Size()
    {
        var (columns, rows) = (Console.WindowWidth, Console.WindowHeight);
        return (columns > 1 ? columns : 80, rows > 2 ? rows : 24);
    }
}
