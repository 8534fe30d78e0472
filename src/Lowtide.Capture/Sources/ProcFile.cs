using System.Buffers;
using System.Text;

namespace Lowtide.Capture.Sources;

/// <summary>Reads whole files under /proc, which report no length and may vanish in mid-read.</summary>
internal static class ProcFile
{
    /// <summary>The text, or null with the reason: a process that has gone, or a permission that is missing.</summary>
    public static string? TryReadText(string path, out Exception? failure) =>
        TryReadBytes(path, out failure) is { } bytes ? Encoding.UTF8.GetString(bytes) : null;

    public static string? TryReadText(string path) => TryReadText(path, out _);

    public static byte[]? TryReadBytes(string path, out Exception? failure)
    {
        failure = null;
        try
        {
            using var file = File.OpenHandle(path);
            var buffer = ArrayPool<byte>.Shared.Rent(16 * 1024);
            try
            {
                var length = 0;
                int read;
                while ((read = RandomAccess.Read(file, buffer.AsSpan(length), length)) > 0)
                {
                    length += read;
                    if (length == buffer.Length)
                        buffer = Grow(buffer);
                }
                return buffer.AsSpan(0, length).ToArray();
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
        }
        // ESRCH from a file of a process that has just ended arrives as a plain IOException.
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            failure = exception;
            return null;
        }
    }

    private static byte[] Grow(byte[] full)
    {
        var larger = ArrayPool<byte>.Shared.Rent(full.Length * 4);
        full.CopyTo(larger, 0);
        ArrayPool<byte>.Shared.Return(full);
        return larger;
    }
}
