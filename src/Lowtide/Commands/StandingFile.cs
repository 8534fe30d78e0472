namespace Lowtide.Commands;

/// <summary>A code host shows a finding at a line of a file, and one about a process is at none: a file of the server's stands for it.</summary>
internal static class StandingFile
{
    /// <summary>The first word of the command that is a file below this folder, as it is in a repository's; else the file that was read.</summary>
    /// <param name="command">Words of the server's command.</param>
    /// <param name="folder">That it was started in.</param>
    /// <param name="read">Where what is told is kept.</param>
    public static string Uri(IEnumerable<string> command, string folder, string read)
    {
        var file = command
            .SelectMany(word => word.Split(' ').Prepend(word)) // a line for a shell is one word
            .Where(word => word.Length > 0 && !word.Contains('\0'))
            .Select(word => Path.GetFullPath(word, folder))
            .FirstOrDefault(path => Below(path) is not null && File.Exists(path)) ?? Path.GetFullPath(read);
        return Escaped(Below(file) ?? $"file://{file}");
    }

    private static string? Below(string path) =>
        Path.GetRelativePath(Environment.CurrentDirectory, path) is var relative && relative != ".." && !relative.StartsWith("../", StringComparison.Ordinal)
            && !Path.IsPathRooted(relative) ? relative : null;

    private static string Escaped(string path) => string.Join('/', path.Split('/').Select(part => part == "file:" ? part : System.Uri.EscapeDataString(part)));
}
