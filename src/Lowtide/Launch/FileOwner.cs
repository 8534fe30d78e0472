using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Lowtide.Launch;

/// <summary>To whom a file or a folder belongs, and its type and permissions.</summary>
internal static class FileOwner
{
    /// <summary>Of the path itself, not of what a link there points to.</summary>
    /// <exception cref="Failure">It cannot be looked at.</exception>
    public static unsafe (uint Owner, ushort Mode) Of(string path)
    {
        var state = stackalloc byte[256];
        if (Libc.Stat(Libc.WorkingDirectory, path, Libc.NoFollow, mask: 0x7FF, state) != 0)
            throw new Failure($"cannot look at {path}: {Marshal.GetLastPInvokeErrorMessage()}");
        var bytes = new ReadOnlySpan<byte>(state, 256);
        var owner = BinaryPrimitives.ReadUInt32LittleEndian(bytes[20..]);
        return (owner, BinaryPrimitives.ReadUInt16LittleEndian(bytes[28..]));
    }
}
