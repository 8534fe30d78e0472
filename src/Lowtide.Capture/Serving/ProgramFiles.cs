using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Serving;

/// <summary>What a server's workers load when they start, by the folder that it runs in.</summary>
internal static class ProgramFiles
{
    private const int MostEntries = 50_000, MostDepth = 12;

    private static readonly string[] Code = [".py", ".rb", ".ru", ".so", ".wsgi"];

    /// <summary>A file of code that was changed after a time, or came there: what rsync and tar copy keeps the time at which it was written.</summary>
    /// <returns>Null where none is seen, and where it cannot be looked for without waiting for somebody else: a file system of the network, say.</returns>
    public static string? NewerThan(int pid, DateTimeOffset time)
    {
        if (Procfs.Folder(pid) is not { } folder || !MountTable.Of(pid).IsLocalBelow(folder))
            return null;
        var options = new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = MostDepth, AttributesToSkip = FileAttributes.ReparsePoint };
        try
        {
            // What is cached of a compiled module is written when that is first loaded, and is no change.
            return Path.GetFileName(Directory.EnumerateFileSystemEntries($"/proc/{pid}/cwd/", "*", options).Take(MostEntries)
                .FirstOrDefault(path => Code.Contains(Path.GetExtension(path))
                    && FileStat.OfPath(path) is { Type: FileStat.Regular } file && file.ChangedSeconds > time.ToUnixTimeSeconds()));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
