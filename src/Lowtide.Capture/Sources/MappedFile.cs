using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>Opens the very file that a process has mapped, wherever that process lives.</summary>
public static class MappedFile
{
    /// <summary>
    /// By way of the process's own root first, for it may live in another mount namespace. Where the file has been
    /// deleted or replaced since, its name leads elsewhere: then by /proc/PID/exe, and by /proc/PID/map_files, which
    /// needs CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN (proc_pid_map_files(5)).
    /// </summary>
    /// <returns>Null where no file is mapped, none of the ways is permitted, or the process has ended.</returns>
    public static SafeFileHandle? TryOpen(int pid, Mapping mapping)
    {
        if (mapping.IsAnonymous || !mapping.Path.StartsWith('/'))
            return null;
        return (mapping.IsDeleted ? null : TryOpen($"/proc/{pid}/root{mapping.FilePath}", NoFollow))
            ?? TryOpenExecutable(pid, mapping)
            ?? TryOpen($"/proc/{pid}/map_files/{mapping.Start:x}-{mapping.End:x}", 0);
    }

    // fcntl.h on x86-64. The kernel prints a path without symbolic links, so one that stands there now was put there
    // since, and would be followed from our root instead of the process's.
    private const int NonBlocking = 0x800, NoTerminal = 0x100, NoFollow = 0x20000;

    private static SafeFileHandle? TryOpenExecutable(int pid, Mapping mapping)
    {
        var link = $"/proc/{pid}/exe";
        try
        {
            return new FileInfo(link).LinkTarget == mapping.Path ? TryOpen(link, 0) : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Never blocks: a FIFO that has taken the file's name opens, and then fails to be read at an offset.</summary>
    private static SafeFileHandle? TryOpen(string path, int flags)
    {
        var file = ReadOnlyFile.Open(path, NonBlocking | NoTerminal | flags);
        if (!file.IsInvalid)
            return file;
        file.Dispose();
        return null;
    }
}
