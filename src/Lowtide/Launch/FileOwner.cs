using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Launch;

/// <summary>To whom a file or a folder belongs, and its type and permissions.</summary>
internal static class FileOwner
{
    private const int EmptyPath = 0x1000; // AT_EMPTY_PATH: what the descriptor is of

    /// <param name="path">For the message.</param>
    /// <exception cref="Failure">It cannot be looked at.</exception>
    public static unsafe (uint Owner, ushort Mode) Of(SafeFileHandle open, string path)
    {
        var state = stackalloc byte[256];
        if (Libc.Stat(open, "", EmptyPath, mask: 0x7FF, state) != 0)
            throw new Failure($"cannot look at {path}: {Marshal.GetLastPInvokeErrorMessage()}");
        var bytes = new ReadOnlySpan<byte>(state, 256);
        var owner = BinaryPrimitives.ReadUInt32LittleEndian(bytes[20..]);
        return (owner, BinaryPrimitives.ReadUInt16LittleEndian(bytes[28..]));
    }
}
