using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Reads whole files under /proc, which report no length and may vanish in mid-read. By the system calls themselves: what
/// another user's process refuses is no exception here but half of what is asked, and a first exception costs .NET
/// 5-10 ms, a tenth of <c>lowtide ps</c>.
/// </summary>
internal static partial class ProcFile
{
    /// <summary>The text, or null: a process that has gone, or a permission that is missing.</summary>
    public static string? TryReadText(string path) => TryReadText(path, out _);

    /// <param name="exists">False where there is no such file; it may exist and be refused.</param>
    public static string? TryReadText(string path, out bool exists)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(16 * 1024);
        try
        {
            return TryRead(path, ref buffer, out exists) is { } length ? Encoding.UTF8.GetString(buffer.AsSpan(0, length)) : null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static byte[]? TryReadBytes(string path)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(16 * 1024);
        try
        {
            return TryRead(path, ref buffer, out _) is { } length ? buffer.AsSpan(0, length).ToArray() : null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <param name="buffer">Rented; a larger one takes its place where the file needs it.</param>
    /// <returns>The length read; null also where reading ends in an error, as it does with ESRCH of a process that has just
    /// ended.</returns>
    private static unsafe int? TryRead(string path, ref byte[] buffer, out bool exists)
    {
        using var file = ReadOnlyFile.Open(path);
        exists = !file.IsInvalid || Marshal.GetLastPInvokeError() != MemoryAccess.NoFile;
        if (file.IsInvalid)
            return null;
        for (var length = 0; ;)
        {
            nint read;
            fixed (byte* start = buffer)
                read = Native.Read(file, start + length, (nuint)(buffer.Length - length));
            if (read <= 0)
                return read == 0 ? length : null;
            length += (int)read;
            if (length == buffer.Length)
                buffer = Grow(buffer);
        }
    }

    private static byte[] Grow(byte[] full)
    {
        var larger = ArrayPool<byte>.Shared.Rent(full.Length * 4);
        full.CopyTo(larger, 0);
        ArrayPool<byte>.Shared.Return(full);
        return larger;
    }

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "read")]
        internal static unsafe partial nint Read(SafeFileHandle file, byte* destination, nuint length);
    }
}
