using System.Runtime.InteropServices;
using Lowtide.Recordings.Storage;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>
/// A folder of this user's into which nobody else can write, held open. It is made and looked at by descriptor: in /tmp somebody else could exchange
/// what stands at a name between the look and the use, and a link there would lead root anywhere.
/// </summary>
internal sealed class OwnedFolder : IDisposable
{
    private const int Directory = 0x10000, NoFollow = 0x20000, PathOnly = 0x200000; // fcntl.h on x86-64
    private const int Create = 0x40, Exclusively = 0x80, WriteOnly = 1;
    private const int Exists = 17, NotAFolder = 20, TooManyLinks = 40;
    private const uint FolderMode = 0b111_101_101, FileMode = 0b110_100_100;

    private readonly SafeFileHandle _folder;

    private OwnedFolder(SafeFileHandle folder, string path) => (_folder, Path) = (folder, path);

    /// <summary>Safe to use for as long as its parents are.</summary>
    public string Path { get; }

    /// <summary>Made first if it is missing, with the folders on the way, whatever the umask.</summary>
    /// <exception cref="Failure">Somebody else could write there, or it cannot be had.</exception>
    public static OwnedFolder Open(string path)
    {
        var parent = System.IO.Path.GetDirectoryName(path) ?? throw new Failure($"{path} is no place for a folder of Lowtide's");
        using var above = Libc.OpenAt(Libc.WorkingDirectory, parent, PathOnly | Directory | Libc.CloseOnExec, 0);
        if (!above.IsInvalid)
            return Child(above, path);
        if (Marshal.GetLastPInvokeError() != Libc.NoEntry)
            throw Cannot("open", parent);
        using var made = Open(parent);
        return Child(made._folder, path);
    }

    /// <summary>A new file that all may read.</summary>
    /// <returns>Null where one of that name is there.</returns>
    /// <exception cref="Failure">It cannot be made.</exception>
    public SafeFileHandle? TryCreate(string name)
    {
        var file = OpenAt(name, WriteOnly | Create | Exclusively);
        if (!file.IsInvalid)
        {
            _ = Libc.ChangeMode(file, FileMode); // whatever the umask
            return file;
        }
        file.Dispose();
        return Marshal.GetLastPInvokeError() == Exists ? null : throw Cannot("write", System.IO.Path.Combine(Path, name));
    }

    /// <returns>Invalid where it cannot be had.</returns>
    public SafeFileHandle OpenFile(string name) => OpenAt(name, 0);

    public void Remove(string name) => _ = Libc.UnlinkAt(Descriptor(_folder), name, 0);

    /// <summary>Its names to the disk; what its files hold needs a sync of their own (fsync(2)).</summary>
    public void Sync() => _ = Libc.Sync(_folder);

    public void Dispose() => _folder.Dispose();

    private static OwnedFolder Child(SafeFileHandle parent, string path)
    {
        var name = System.IO.Path.GetFileName(path);
        var made = Libc.MakeAt(Descriptor(parent), name, FolderMode) == 0;
        if (!made && Marshal.GetLastPInvokeError() != Exists)
            throw Cannot("make", path);
        var folder = Libc.OpenAt(Descriptor(parent), name, Directory | NoFollow | Libc.CloseOnExec, 0);
        if (folder.IsInvalid)
            throw Marshal.GetLastPInvokeError() is NotAFolder or TooManyLinks ? new Failure($"{path} is not a folder: move it away") : Cannot("open", path);
        var owned = new OwnedFolder(folder, path);
        try
        {
            owned.MustBeOwn(made);
            return owned;
        }
        catch (Failure)
        {
            owned.Dispose();
            throw;
        }
    }

    private void MustBeOwn(bool made)
    {
        if (FileStat.Of(_folder) is not { } stat)
            throw Cannot("look at", Path);
        if (stat.Owner != Libc.EffectiveUser())
            throw new Failure($"{Path} belongs to user {stat.Owner}: remove it, or start Lowtide as that user");
        var permissions = (UnixFileMode)(stat.Mode & 0xFFF);
        if (!made && (permissions | CacheFolder.Readable) != CacheFolder.Readable)
            throw new Failure($"others may write to {Path}: run chmod go-w {Path}, after a look at what is in it");
        if (permissions != CacheFolder.Readable && Libc.ChangeMode(_folder, FolderMode) != 0)
            throw Cannot("let others read", Path);
    }

    private SafeFileHandle OpenAt(string name, int flags) =>
        Libc.OpenAt(Descriptor(_folder), name, flags | NoFollow | Libc.CloseOnExec, FileMode);

    private static int Descriptor(SafeFileHandle open) => (int)open.DangerousGetHandle();

    /// <param name="what">That the system has just refused.</param>
    internal static Failure Cannot(string what, string path) => new($"cannot {what} {path}: {Marshal.GetLastPInvokeErrorMessage()}");
}
