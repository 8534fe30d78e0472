using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>What a server's workers load when they start, by the folder that it runs in.</summary>
internal static class ProgramFiles
{
    private const int MostFiles = 50_000, MostDepth = 12;

    private static readonly string[] Code = [".py", ".rb", ".ru", ".so", ".wsgi"];

    /// <summary>A file of code that was written after a time.</summary>
    /// <returns>Null where there is none, and where it cannot be looked for without waiting for somebody else: a file system of the network, say.</returns>
    public static string? NewerThan(int pid, DateTimeOffset time)
    {
        if (!MountTable.Of(pid).IsLocalThroughout())
            return null;
        var options = new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = MostDepth, AttributesToSkip = FileAttributes.ReparsePoint };
        try
        {
            // What is cached of a compiled module is written when that is first loaded, and is no change.
            return new DirectoryInfo($"/proc/{pid}/cwd/").EnumerateFiles("*", options).Take(MostFiles)
                .FirstOrDefault(file => Code.Contains(file.Extension) && file.LastWriteTimeUtc > time.UtcDateTime)?.Name;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
