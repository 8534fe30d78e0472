using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>What a server's workers load when they start, by the folder that it runs in.</summary>
internal static class ProgramFiles
{
    private const int MostEntries = 50_000, MostDepth = 12;

    private static readonly string[] Code = [".py", ".rb", ".ru", ".so", ".wsgi"];

    /// <summary>A file of code that was written after a time.</summary>
    /// <returns>Null where there is none, and where it cannot be looked for without waiting for somebody else: a file system of the network, say.</returns>
    public static string? NewerThan(int pid, DateTimeOffset time)
    {
        if (Procfs.Folder(pid) is not { } folder || !MountTable.Of(pid).IsLocalBelow(folder))
            return null;
        var options = new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = MostDepth, AttributesToSkip = FileAttributes.ReparsePoint };
        try
        {
            // What is cached of a compiled module is written when that is first loaded, and is no change.
            return new DirectoryInfo($"/proc/{pid}/cwd/").EnumerateFileSystemInfos("*", options).Take(MostEntries)
                .FirstOrDefault(entry => entry is FileInfo && Code.Contains(entry.Extension) && IsNewer(entry, time))?.Name;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whoever writes a file may give it any time: one that no calendar has is later than all.</summary>
    private static bool IsNewer(FileSystemInfo file, DateTimeOffset time)
    {
        try
        {
            return file.LastWriteTimeUtc > time.UtcDateTime;
        }
        catch (ArgumentOutOfRangeException)
        {
            return true;
        }
    }
}
