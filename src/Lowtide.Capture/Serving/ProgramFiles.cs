using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Serving;

/// <summary>What a server's workers load when they start, by the folder that it runs in.</summary>
internal static class ProgramFiles
{
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
    /// A link that was put to another folder after a time, beside the one that a process is in or one around that: "current", from one release to the next. A
    /// fresh worker may load its program by that name.
    /// </summary>
    /// <returns>Its name; null where none is seen.</returns>
    public static string? SwitchedLink(int pid, DateTimeOffset time)
    {
        if (Procfs.Folder(pid) is not { } folder)
            return null;
        for (var (up, own) = (0, folder); up < MostAround && own.Length > 1; up++, own = Path.GetDirectoryName(own) ?? "/")
            foreach (var around in new[] { Path.GetDirectoryName(own), Path.GetDirectoryName(Path.GetDirectoryName(own)) }.OfType<string>())
                if (Links(pid, around, time).FirstOrDefault(link => LeadsBeside(pid, link, own)) is { } found)
                    return found;
        return null;
    }

    /// <summary>Folders: "releases/1/src" is two below the one with the link.</summary>
    private const int MostAround = 3;

    private const int MostBeside = 1000;

    private static IEnumerable<string> Links(int pid, string folder, DateTimeOffset time)
    {
        if (!MountTable.Of(pid).IsLocalBelow(folder))
            return [];
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"/proc/{pid}/root{folder}").Take(MostBeside)
                .Where(path => FileStat.OfPath(path) is { Type: FileStat.Link } link && link.WrittenSeconds > time.ToUnixTimeSeconds())
                .Select(path => Path.Combine(folder, Path.GetFileName(path)))];
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static bool LeadsBeside(int pid, string link, string folder) => Found(pid, link) is { } to && Found(pid, folder) is { } own && to != own
        && Found(pid, $"{link}/..") is { } beside && beside == Found(pid, $"{folder}/..");

    /// <summary>By the process's own root.</summary>
    private static (ulong Device, ulong Inode)? Found(int pid, string path)
    {
        using var found = InRoot.Find(pid, path, 0, out _);
        return found is null || FileStat.Of(found, ask: false) is not { Type: FileStat.Folder } stat ? null : (stat.Device, stat.Inode);
    }
}
