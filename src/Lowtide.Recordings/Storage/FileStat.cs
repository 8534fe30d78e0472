using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Recordings.Storage;

/// <summary>What an open file is: statx(2).</summary>
/// <param name="Owner">User id.</param>
/// <param name="Mode">Type and permissions, inode(7).</param>
/// <param name="Device">Major number &lt;&lt; 20 | minor number.</param>
/// <param name="MountId">As /proc/PID/mountinfo has it; 0 before Linux 5.8.</param>
[StructLayout(LayoutKind.Auto)]
public readonly partial record struct FileStat(uint Owner, ushort Mode, ulong Inode, ulong Device, ulong MountId)
{
    /// <summary>S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR and S_IFBLK.</summary>
    public const int Regular = 0x8000, Folder = 0x4000, Link = 0xA000, Pipe = 0x1000, Socket = 0xC000, CharacterDevice = 0x2000, BlockDevice = 0x6000;

    // linux/stat.h and fcntl.h.
    private const int EmptyPath = 0x1000, DoNotSync = 0x4000, DoNotFollow = 0x100, AtCurrent = -100;

    private const uint Wanted = 0x7FF, Birth = 0x800, Mount = 0x1000; // STATX_BASIC_STATS, STATX_BTIME, STATX_MNT_ID

    /// <summary>
    /// Since 1970: when it was written, or came there, whichever is later. What rsync and tar copy keeps the time at which it was written elsewhere; another
    /// owner, or another link to it, is no change. Where the file system tells no birth, those count too.
    /// </summary>
    public long WrittenSeconds { get; init; }

    /// <summary>S_IFMT.</summary>
    public int Type => Mode & 0xF000;

    /// <param name="ask">
    /// Its file system, so that it is as of now; else only what the kernel knows already, for a file system may never answer.
    /// </param>
    /// <returns>Null where it cannot be told; <see cref="Marshal.GetLastPInvokeError"/> has the reason.</returns>
    public static FileStat? Of(SafeFileHandle file, bool ask = true) => Of((int)file.DangerousGetHandle(), ask);

    /// <inheritdoc cref="Of(SafeFileHandle, bool)"/>
    internal static FileStat? Of(int descriptor, bool ask = true) => Of(descriptor, "", ask ? EmptyPath : EmptyPath | DoNotSync);

    /// <summary>What a path leads to; a link itself.</summary>
    /// <inheritdoc cref="Of(SafeFileHandle, bool)"/>
    public static FileStat? OfPath(string path) => Of(AtCurrent, path, DoNotFollow);

    private static unsafe FileStat? Of(int folder, string path, int flags)
    {
        Raw raw;
        if (Native.Stat(folder, path, flags, Wanted | Birth | Mount, &raw) != 0)
            return null;
        return new FileStat(
            raw.Owner, raw.Mode, raw.Inode, ((ulong)raw.DeviceMajor << 20) | raw.DeviceMinor, (raw.Mask & Mount) == 0 ? 0 : raw.MountId)
        {
            WrittenSeconds = Math.Max(raw.ModifiedSeconds, (raw.Mask & Birth) == 0 ? raw.ChangedSeconds : raw.BornSeconds),
        };
    }

    /// <summary>struct statx.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Raw
    {
        [FieldOffset(0)]
        public uint Mask;

        [FieldOffset(20)]
        public uint Owner;

        [FieldOffset(28)]
        public ushort Mode;

        [FieldOffset(32)]
        public ulong Inode;

        [FieldOffset(80)]
        public long BornSeconds;

        [FieldOffset(96)]
        public long ChangedSeconds;

        [FieldOffset(112)]
        public long ModifiedSeconds;

        [FieldOffset(136)]
        public uint DeviceMajor;

        [FieldOffset(140)]
        public uint DeviceMinor;

        [FieldOffset(144)]
        public ulong MountId;
    }

    private static unsafe partial class Native
    {
        [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
        internal static partial int Stat(int folder, string path, int flags, uint mask, Raw* stat);
    }
}
