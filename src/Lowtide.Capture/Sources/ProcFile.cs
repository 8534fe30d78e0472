using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Reads files under /proc, which report no length and may vanish in mid-read. By the system calls themselves: what
/// another user's process refuses is no exception here but half of what is asked, and a first exception costs .NET
/// 5-10 ms, a tenth of <c>lowtide ps</c>.
/// </summary>
/// <remarks>
/// What a process shows of itself is as long as it likes, so that each kind of file has its limit, in bytes. One that is longer is none: whoever has a use
/// for its beginning asks for that.
/// </remarks>
internal static partial class ProcFile
{
    /// <summary>Some kB each; /proc/cpuinfo takes 1.5 kB a processor.</summary>
    public const int Usual = 4 << 20;

    /// <summary>
    /// 10,000 mounts of some hundred bytes, those of containers name each of their layers. There may be 100,000 (fs.mount-max, /proc/sys/fs/): of a process
    /// with so many no file counts as local.
    /// </summary>
    public const int Mounts = 4 << 20;

    /// <summary>The longest single argument that there can be (MAX_ARG_STRLEN, execve(2)): of each process of the machine so much may be kept.</summary>
    public const int Arguments = 128 << 10;

    /// <summary>Two thirds of the most that the kernel takes for arguments and variables together (bprm_stack_limits, fs/exec.c); 2 MiB is usual.</summary>
    public const int Environment = 4 << 20;

    /// <summary>65,530 mappings (vm.max_map_count, /proc/sys/vm/) of 500 bytes each.</summary>
    public const int Maps = 32 << 20;

    /// <summary>Of /proc/PID/net: some hundred thousand sockets. tcp has those that listen in front.</summary>
    public const int Sockets = 16 << 20;

    private const int First = 16 << 10;

    /// <summary>The text, or null: a process that has gone, a permission that is missing, or more than is usual.</summary>
    public static string? TryReadText(string path) => TryReadText(path, out _);

    /// <param name="exists">False where there is no such file; it may exist and be refused.</param>
    public static string? TryReadText(string path, out bool exists)
    {
        var text = TryReadBeginning(path, Usual, out var cut, out exists);
        return cut ? null : text;
    }

    /// <summary>So much of it as the limit allows.</summary>
    /// <param name="cut">There is more of it.</param>
    public static string? TryReadBeginning(string path, int most, out bool cut) => TryReadBeginning(path, most, out cut, out _);

    private static string? TryReadBeginning(string path, int most, out bool cut, out bool exists)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(First);
        try
        {
            return TryRead(path, ref buffer, most, out cut, out exists) is { } length ? Encoding.UTF8.GetString(buffer.AsSpan(0, length)) : null;
        }
        finally
        {
            Return(buffer);
        }
    }

    /// <summary>One after the other, those that are empty left out: a busy server's sockets are some hundred thousand.</summary>
    public static IEnumerable<string> Lines(string text)
    {
        for (int at = 0, end; at < text.Length; at = end + 1)
        {
            end = text.IndexOf('\n', at) is >= 0 and var next ? next : text.Length;
            if (end > at)
                yield return text[at..end];
        }
    }

    /// <param name="tooLong">It is longer than <paramref name="most"/>, and null for that.</param>
    public static byte[]? TryReadBytes(string path, int most, out bool tooLong)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(First);
        try
        {
            return TryRead(path, ref buffer, most, out tooLong, out _) is { } length && !tooLong ? buffer.AsSpan(0, length).ToArray() : null;
        }
        finally
        {
            Return(buffer);
        }
    }

    /// <param name="buffer">Rented; a larger one takes its place where the file needs it.</param>
    /// <returns>The length read; null also where reading ends in an error, as it does with ESRCH of a process that has just
    /// ended.</returns>
    private static unsafe int? TryRead(string path, ref byte[] buffer, int most, out bool cut, out bool exists)
    {
        cut = false;
        using var file = ReadOnlyFile.Open(path);
        exists = !file.IsInvalid || Marshal.GetLastPInvokeError() != MemoryAccess.NoFile;
        if (file.IsInvalid)
            return null;
        for (var length = 0; ;)
        {
            nint read;
            fixed (byte* start = buffer)
                read = Native.Read(file, start + length, (nuint)(Math.Min(buffer.Length, most + 1) - length));
            if (read <= 0)
                return read == 0 ? length : null;
            length += (int)read;
            if (length > most)
            {
                cut = true;
                return most;
            }
            if (length == buffer.Length)
                buffer = Grow(buffer, most);
        }
    }

    private static byte[] Grow(byte[] full, int most)
    {
        var larger = ArrayPool<byte>.Shared.Rent(Math.Min(full.Length < Kept ? full.Length * 4 : full.Length * 2, most + 1));
        full.CopyTo(larger, 0);
        Return(full);
        return larger;
    }

    /// <summary>Bytes of a buffer that is kept for the next file; hardly any needs more.</summary>
    private const int Kept = 1 << 20;

    private static void Return(byte[] buffer)
    {
        if (buffer.Length <= Kept)
            ArrayPool<byte>.Shared.Return(buffer);
    }

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "read")]
        internal static unsafe partial nint Read(SafeFileHandle file, byte* destination, nuint length);
    }
}
