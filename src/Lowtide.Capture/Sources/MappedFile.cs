using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Opens the very file that a process has mapped, wherever that process lives, and no other: the only place where a file is opened for reading that a target
/// names.
/// </summary>
/// <remarks>
/// A file is found first and opened for reading only when it is known to be the one: a regular file, on a file system of this machine. To open what a
/// target's name leads to would start a device's driver, wait for a FUSE server, or read a file that the target may not.
/// </remarks>
public static class MappedFile
{
    private const int PathOnly = 0x200000, NonBlocking = 0x800, NoTerminal = 0x100; // fcntl.h

    /// <returns>Null where no file is mapped, it is none that may be read, or none of the ways to it is permitted.</returns>
    public static SafeFileHandle? TryOpen(int pid, Mapping mapping)
    {
        if (mapping.IsAnonymous || !mapping.Path.StartsWith('/') || !MountTable.Of(pid).IsLocal(mapping.Device))
            return null;
        var mounts = MountTable.Of(pid); // asked once the file is open
        // The kernel's own link to the mapped file, whatever became of its name; with CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN (proc_pid_map_files(5)).
        using var exact = OpenExact(pid, mapping);
        if (!exact.IsInvalid)
            return Reopen(exact, IsMapped);
        using var program = OpenProgram(pid, mapping);
        if (program is { IsInvalid: false })
            return Reopen(program, IsMapped);
        if (mapping.IsDeleted)
            return null;
        // The kernel prints a path without symbolic links: one that stands there now was put there since.
        using var named = InRoot.Find(pid, mapping.FilePath, InRoot.NoLinks, out _);
        return Reopen(named, stat => stat.Inode == mapping.Inode && (stat.Device == mapping.Device || ShowsOtherDevice(stat)));

        // Another file may be mapped there since, and on a layer not even the number need be the same.
        bool IsMapped(FileStat stat) => (stat.Inode == mapping.Inode && stat.Device == mapping.Device) || ShowsOtherDevice(stat);

        // Where a volume or a layer shows a device of its own, the mount tells whose it is.
        bool ShowsOtherDevice(FileStat stat) => mounts.DeviceOf(stat.MountId) is { } mounted && mounts.IsLocal(mounted)
            && (mounts.MayShowOtherDevice(mounted) || mounts.MayShowOtherDevice(mapping.Device));
    }

    /// <summary>What a process would open by a name of its own, as of a library that it was to load.</summary>
    /// <param name="missing">Whether there is surely no such file.</param>
    /// <returns>Null where there is none, or it may not be read.</returns>
    public static SafeFileHandle? TryOpenNamed(int pid, string path, out bool missing)
    {
        using var named = InRoot.Find(pid, path, 0, out missing);
        var mounts = MountTable.Of(pid);
        return Reopen(named, stat => DeviceOf(stat) is { } device && mounts.IsLocal(device));

        // Before Linux 5.8 no mount is told, and the file's own device has to do.
        ulong? DeviceOf(FileStat stat) => mounts.DeviceOf(stat.MountId) ?? (stat.MountId == 0 ? stat.Device : null);
    }

    /// <summary>The kernel looks for it under the lock of the process's mappings (map_files_get_link, fs/proc/base.c).</summary>
    private static SafeFileHandle OpenExact(int pid, Mapping mapping)
    {
        using var watched = ReadWatch.Of(pid);
        return ReadOnlyFile.Open($"/proc/{pid}/map_files/{mapping.Start:x}-{mapping.End:x}", PathOnly);
    }

    private static SafeFileHandle? OpenProgram(int pid, Mapping mapping)
    {
        var link = $"/proc/{pid}/exe";
        return Procfs.Executable(pid) == mapping.Path ? ReadOnlyFile.Open(link, PathOnly) : null;
    }

    /// <summary>For reading, a file that was found; never blocks.</summary>
    private static SafeFileHandle? Reopen(SafeFileHandle? found, Func<FileStat, bool> isIt)
    {
        if (found is null or { IsInvalid: true } || FileStat.Of(found, ask: false) is not { Type: FileStat.Regular } stat || !isIt(stat))
            return null;
        var file = ReadOnlyFile.Open($"/proc/self/fd/{found.DangerousGetHandle()}", NonBlocking | NoTerminal);
        if (!file.IsInvalid)
            return file;
        file.Dispose();
        return null;
    }
}
