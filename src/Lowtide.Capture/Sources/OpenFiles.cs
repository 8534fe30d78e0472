using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>How many file descriptors Lowtide may have.</summary>
internal static class OpenFiles
{
    /// <summary>That it has itself, .NET's among them, with room for what it reads meanwhile; as front.c demands.</summary>
    public const int Others = 128;

    /// <summary>The soft limit, which .NET has raised to the hard one; null where it is unlimited or not told.</summary>
    public static long? Limit() => Limit(ProcFile.TryReadText("/proc/self/limits") ?? "");

    /// <summary>"Max open files            1024                 1048576              files", proc_pid_limits(5).</summary>
    internal static long? Limit(string limits) =>
        limits.Split('\n').FirstOrDefault(line => line.StartsWith("Max open files ", StringComparison.Ordinal)) is { } line
        && line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, _, _, var soft, ..]
        && long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var most) ? most : null;
}
