using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>What a process has open.</summary>
internal static class Descriptors
{
    /// <summary>Whatever a process opens, nobody waits for more.</summary>
    private const int Most = 4096;

    /// <returns>Each by its number, and what /proc says that it leads to: "socket:[4711]"; null where they may not be listed, or it has gone.</returns>
    public static IReadOnlyList<(int Number, string Target)>? Of(int pid)
    {
        try
        {
            var open = new List<(int, string)>();
            // By the numbers in fdinfo: to list fd itself, .NET asks what each link leads to, and a file on FUSE may never answer.
            foreach (var file in Directory.EnumerateFiles($"/proc/{pid}/fdinfo").Take(Most))
                if (int.TryParse(Path.GetFileName(file), NumberStyles.None, CultureInfo.InvariantCulture, out var number) && Target(pid, number) is { } target)
                    open.Add((number, target));
            return open;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public static string? Target(int pid, int number) => new FileInfo($"/proc/{pid}/fd/{number}").LinkTarget;
}
