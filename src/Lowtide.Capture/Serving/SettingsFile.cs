using System.Text;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Serving;

/// <summary>A file of settings that a process has been given the name of.</summary>
/// <param name="WrittenSeconds"><inheritdoc cref="FileStat.WrittenSeconds"/></param>
/// <param name="IsGuessed">Its name is relative, and the folder that the process was started in is not known.</param>
internal sealed record SettingsFile(string Text, long WrittenSeconds, bool IsGuessed)
{
    private const int MostBytes = 256 << 10;

    /// <summary>The shell's folder, by which a process was started.</summary>
    private const string Shell = "PWD";

    /// <summary>
    /// By the process's root; of a relative name by the folder that it was started in. That is the one that it is in now, unless it went to another: then it is
    /// its shell's, or its parent's where that is the same program (uWSGI's Emperor goes to its vassals' folder).
    /// </summary>
    /// <returns>None where it cannot be read, and several where it may be one of several.</returns>
    public static IReadOnlyList<SettingsFile> Find(int pid, string path)
    {
        if (path.StartsWith('/'))
            return Read(pid, path) is { } file ? [new SettingsFile(file.Text, file.WrittenSeconds, IsGuessed: false)] : [];
        var parent = Procfs.Stat(pid)?.ParentPid ?? 0;
        var starts = new[]
        {
            Procfs.Settings(pid, [Shell])?.GetValueOrDefault(Shell),
            Procfs.Executable(parent) is { } program && program == Procfs.Executable(pid) ? Procfs.Folder(parent) : null,
        };
        var started = starts.OfType<string>().Select(folder => Read(pid, $"{folder}/{path}")).OfType<Found>().ToList();
        var now = Procfs.Folder(pid) is { } current ? Read(pid, $"{current}/{path}") : null;
        return [.. started.Append(now).OfType<Found>().DistinctBy(found => (found.Device, found.Inode))
            .Select(found => new SettingsFile(found.Text, found.WrittenSeconds, started.Count == 0))];
    }

    private sealed record Found(string Text, long WrittenSeconds, ulong Device, ulong Inode);

    private static Found? Read(int pid, string path)
    {
        using var file = MappedFile.TryOpenNamed(pid, path, out _);
        if (file is null || FileStat.Of(file) is not { } stat)
            return null;
        var bytes = new byte[MostBytes];
        var length = RandomAccess.Read(file, bytes, 0);
        return length < MostBytes ? new Found(Encoding.UTF8.GetString(bytes, 0, length), stat.WrittenSeconds, stat.Device, stat.Inode) : null;
    }
}
