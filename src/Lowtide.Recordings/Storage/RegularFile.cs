using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// The one way to a file that somebody named: opened once, without waiting for whoever would have to write to a pipe and without becoming a terminal's
/// owner, and looked at by its descriptor before a byte of it is read, so that nothing can be put in its place between the look and the reading.
/// </summary>
public static partial class RegularFile
{
    // O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC, fcntl.h on x86-64.
    private const int Flags = 0x100 | 0x800 | 0x80000;

    // lseek(2)
    private const int SeekData = 3, SeekHole = 4;

    // errno.h; lseek says NoDevice (ENXIO) where no data follows.
    private const int NoEntry = 2, NoDevice = 6, NoPermission = 1, NoAccess = 13, NotAFolder = 20;

    /// <exception cref="IOException">It is not there (<see cref="FileNotFoundException"/>), or no regular file; the message says what it is.</exception>
    /// <exception cref="UnauthorizedAccessException">Permission is missing.</exception>
    public static SafeFileHandle Open(string path)
    {
        var file = Native.Open(path, Flags);
        if (file.IsInvalid)
        {
            var error = Marshal.GetLastPInvokeError();
            file.Dispose();
            throw error switch
            {
                NoEntry or NotAFolder => new FileNotFoundException($"there is no file {path}", path),
                NoPermission or NoAccess => new UnauthorizedAccessException("permission denied"),
                NoDevice => new IOException("it is a socket, or a device without a driver, and no file"),
                _ => new IOException(Marshal.GetPInvokeErrorMessage(error)),
            };
        }
        var type = FileStat.Of(file)?.Type ?? 0;
        if (type == FileStat.Regular)
            return file;
        file.Dispose();
        throw new IOException(type switch
        {
            FileStat.Folder => "it is a folder",
            FileStat.Pipe => "it is a pipe, and no file",
            FileStat.CharacterDevice or FileStat.BlockDevice => "it is a device, and no file",
            _ => "it is no regular file",
        });
    }

    /// <summary>All of it, also of one that is being written to.</summary>
    /// <param name="most">Bytes that it may have.</param>
    /// <inheritdoc cref="Open"/>
    public static byte[] ReadAll(string path, int most)
    {
        using var file = Open(path);
        return ReadAll(file, most);
    }

    /// <exception cref="IOException">It has more.</exception>
    public static byte[] ReadAll(SafeFileHandle file, int most)
    {
        var length = RandomAccess.GetLength(file);
        if (length > most)
            throw new IOException($"it has {length:N0} bytes, and {most:N0} are the most");
        var bytes = new byte[length];
        return bytes[..Fill(file, bytes, 0)];
    }

    /// <summary>How it begins, or goes on.</summary>
    /// <returns>Fewer bytes than asked for of a shorter one.</returns>
    public static byte[] Head(SafeFileHandle file, int bytes, long offset = 0)
    {
        var head = new byte[bytes];
        return head[..Fill(file, head, offset)];
    }

    /// <returns>Fewer bytes than asked for where the file ends before.</returns>
    public static int Fill(SafeFileHandle file, Span<byte> buffer, long offset)
    {
        var filled = 0;
        while (filled < buffer.Length && RandomAccess.Read(file, buffer[filled..], offset + filled) is > 0 and var read)
            filled += read;
        return filled;
    }

    /// <summary>As <see cref="Fill"/>, of a buffer of zeros: the file's holes are left as they are, and so take no memory.</summary>
    public static int FillData(SafeFileHandle file, Span<byte> zeros, long offset)
    {
        var end = (int)Math.Min(zeros.Length, Math.Max(0, RandomAccess.GetLength(file) - offset));
        var at = 0;
        while (at < end)
        {
            var data = Native.Seek(file, offset + at, SeekData);
            if (data < 0 && Marshal.GetLastPInvokeError() == NoDevice)
                return end;
            var hole = data < 0 ? -1 : Native.Seek(file, data, SeekHole);
            // A file system that cannot tell, or a file that changes meanwhile: all the rest is read.
            var (from, to) = hole > data ? (Math.Min(end, data - offset), Math.Min(end, hole - offset)) : (at, end);
            var read = Fill(file, zeros[(int)from..(int)to], offset + from);
            at = (int)from + read;
            if (at < to)
                return at;
        }
        return end;
    }

    /// <summary>How many of this process's descriptors are of the same file.</summary>
    internal static int Descriptors(SafeFileHandle file)
    {
        var same = Identity((int)file.DangerousGetHandle());
        return Directory.EnumerateFileSystemEntries("/proc/self/fd")
            .Count(each => Identity(int.Parse(Path.GetFileName(each), CultureInfo.InvariantCulture)) is { } identity && identity == same);
    }

    /// <returns>Null of a descriptor that is closed meanwhile.</returns>
    private static (ulong Device, ulong Inode)? Identity(int descriptor) => FileStat.Of(descriptor) is { } stat ? (stat.Device, stat.Inode) : null;

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
        internal static partial SafeFileHandle Open(string path, int flags);

        [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
        internal static partial long Seek(SafeFileHandle file, long offset, int from);
    }
}
