using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>What the kernel knows of an open file, without asking the file system that it is on: statx(2).</summary>
/// <param name="Device">As <see cref="Mapping.Device"/>.</param>
/// <param name="MountId">As /proc/PID/mountinfo has it; 0 before Linux 5.8.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly partial record struct FileStat(bool IsRegular, ulong Inode, ulong Device, ulong MountId)
{
    // linux/stat.h and fcntl.h.
    private const int EmptyPath = 0x1000, DoNotSync = 0x4000;

    private const uint Type = 1, InodeNumber = 0x100, Mount = 0x1000;

    /// <returns>Null where it cannot be told.</returns>
    public static unsafe FileStat? Of(SafeFileHandle file)
    {
        Raw raw;
        if (Native.Stat(file, "", EmptyPath | DoNotSync, Type | InodeNumber | Mount, &raw) != 0)
            return null;
        const ushort TypeMask = 0xF000, Regular = 0x8000; // S_IFMT, S_IFREG
        return new FileStat(
            (raw.Mask & Type) != 0 && (raw.Mode & TypeMask) == Regular, raw.Inode, ((ulong)raw.DeviceMajor << 20) | raw.DeviceMinor,
            (raw.Mask & Mount) == 0 ? 0 : raw.MountId);
    }

    /// <summary>struct statx.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Raw
    {
        [FieldOffset(0)]
        public uint Mask;

        [FieldOffset(28)]
        public ushort Mode;

        [FieldOffset(32)]
        public ulong Inode;

        [FieldOffset(136)]
        public uint DeviceMajor;

        [FieldOffset(140)]
        public uint DeviceMinor;

        [FieldOffset(144)]
        public ulong MountId;
    }

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
        internal static partial int Stat(SafeFileHandle folder, string path, int flags, uint mask, Raw* stat);
    }
}
