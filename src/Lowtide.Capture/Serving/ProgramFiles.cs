using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Serving;

/// <summary>What a server's workers load when they start, by the folder that it runs in.</summary>
internal static class ProgramFiles
{
    private const int PathOnly = 0x200000; // fcntl.h

    private const int MostEntries = 50_000, MostDepth = 12;

    private static readonly string[] Code = [".py", ".rb", ".ru", ".so", ".wsgi"];

    /// <summary>A file of code that was written after a time, or came there.</summary>
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
                    && FileStat.OfPath(path) is { Type: FileStat.Regular } file && file.WrittenSeconds > time.ToUnixTimeSeconds()));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>
    /// Whether a name leads to another folder than the one beside it that a process is in: a link to a release that a deploy has put to the next one. Of a
    /// process that just went elsewhere since its start that is not known.
    /// </summary>
    public static bool LeadsElsewhere(int pid, string path) => path.StartsWith('/') && Procfs.Folder(pid) is { } folder
        && MountTable.Of(pid).IsLocalBelow(folder)
        && Named(pid, path) is { } named && Own($"/proc/{pid}/cwd/.") is { } own && named != own
        && Named(pid, $"{path}/..") is { } above && above == Own($"/proc/{pid}/cwd/..");

    private static (ulong Device, ulong Inode)? Named(int pid, string path)
    {
        using var found = InRoot.Find(pid, path, 0, out _);
        return found is null || FileStat.Of(found, ask: false) is not { Type: FileStat.Folder } stat ? null : (stat.Device, stat.Inode);
    }

    private static (ulong Device, ulong Inode)? Own(string path)
    {
        using var found = ReadOnlyFile.Open(path, PathOnly);
        return found.IsInvalid || FileStat.Of(found, ask: false) is not { } stat ? null : (stat.Device, stat.Inode);
    }
}
