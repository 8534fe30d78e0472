using System.Collections.Concurrent;
using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Which file systems answer from this machine alone. Files of others may never answer: whoever mounts a FUSE file system can let each read of it hang,
/// beyond kill -9 once its server has the request (request_wait_answer, fs/fuse/dev.c), and a network's server may be gone.
/// </summary>
internal static class MountTable
{
    /// <summary>What was learned of a disk holds so long.</summary>
    private static readonly TimeSpan Holds = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Of file systems without a disk; a device's higher twelve bits. Such a number goes to the next one that is mounted as soon as its own is gone
    /// (get_anon_bdev in fs/super.c), so that what was learned of it may be of another by now.
    /// </summary>
    private const ulong Diskless = 0;

    /// <summary>Layers over other file systems. Whoever has a user namespace may lay some over a FUSE of their own (FS_USERNS_MOUNT in fs/overlayfs).</summary>
    private const string Layers = "overlay";

    /// <summary>
    /// Kept on disks, in memory, by the virtual machine's host or in layers over those; filesystems(5). Of those that a user may mount alone there are the ones
    /// in memory, and <see cref="Layers"/>.
    /// </summary>
    private static readonly HashSet<string> Local = new(StringComparer.Ordinal)
    {
        "9p", "bcachefs", "btrfs", "cramfs", "devtmpfs", "erofs", "ext2", "ext3", "ext4", "f2fs", "hugetlbfs", "iso9660", "jfs", "nilfs2", Layers, "ramfs",
        "reiserfs", "rootfs", "squashfs", "tmpfs", "ubifs", "udf", "vfat", "virtiofs", "xfs", "zfs",
    };

    /// <summary>stat(2) shows another device than /proc/PID/maps: a volume's own, or the layer's (fs/overlayfs/file.c before Linux 6.8).</summary>
    private static readonly HashSet<string> ShowsOtherDevice = new(StringComparer.Ordinal) { "btrfs", Layers };

    private static readonly ConcurrentDictionary<ulong, (string? Type, long At)> Known = new();

    /// <summary>Whether a file may be read without waiting for somebody else; false where its file system is not known.</summary>
    /// <param name="pid">A process that has it mounted.</param>
    /// <param name="device">As <see cref="Mapping.Device"/>.</param>
    public static bool IsLocal(int pid, ulong device) => TypeOf(pid, device) is { } type && Local.Contains(type);

    /// <summary>The type of a file system that may wait for somebody else; null where it is local, or not known.</summary>
    public static string? Elsewhere(int pid, ulong device) =>
        TypeOf(pid, device) is { } type && !Local.Contains(type) && !IsKernels(type) ? type : null;

    /// <inheritdoc cref="ShowsOtherDevice"/>
    public static bool MayShowOtherDevice(int pid, ulong device) => TypeOf(pid, device) is { } type && ShowsOtherDevice.Contains(type);

    /// <summary>The device that a mount is of, for a file that shows another one.</summary>
    public static ulong? DeviceOf(int pid, ulong mountId)
    {
        foreach (var mount in Read(pid))
            if (mount.Id == mountId)
                return mount.Device;
        return null;
    }

    /// <summary>Whether no file system of others can be met on any path of a process.</summary>
    public static bool IsLocalThroughout(int pid)
    {
        var any = false;
        foreach (var mount in Read(pid))
        {
            if (!IsKernels(mount.Type) && !IsLocal(pid, mount.Device))
                return false;
            any = true;
        }
        return any;
    }

    /// <summary>What the kernel itself shows as files.</summary>
    private static bool IsKernels(string type) => type is "proc" or "sysfs" or "cgroup" or "cgroup2" or "devpts" or "mqueue" or "securityfs" or "debugfs"
        or "tracefs" or "bpf" or "pstore" or "configfs" or "efivarfs" or "binfmt_misc" or "nsfs" or "fusectl" or "rpc_pipefs";

    private static string? TypeOf(int pid, ulong device)
    {
        if (device >> 20 == Diskless)
            return Find(pid, device);
        var now = Environment.TickCount64;
        if (Known.TryGetValue(device, out var known) && now - known.At < Holds.TotalMilliseconds)
            return known.Type;
        var type = Find(pid, device);
        Known[device] = (type, now);
        return type;
    }

    private static string? Find(int pid, ulong device)
    {
        // A layer that a container's file system lies on is mounted outside only, where Lowtide is.
        var type = Of(pid) ?? Of(Environment.ProcessId);
        // Where Lowtide is, those have mounted it who may mount anything.
        return type == Layers && Of(Environment.ProcessId) is null ? "overlay of a mount namespace of its own" : type;

        string? Of(int process) => Read(process).FirstOrDefault(mount => mount.Device == device).Type;
    }

    private readonly record struct Mount(ulong Id, ulong Device, string Type);

    /// <summary>proc_pid_mountinfo(5): "36 35 98:0 /root /point options optional... - type source options"; blanks in names are \040.</summary>
    private static IEnumerable<Mount> Read(int pid)
    {
        var text = ProcFile.TryReadBeginning($"/proc/{pid}/mountinfo", ProcFile.Mounts, out var cut);
        foreach (var line in ProcFile.Lines(cut ? "" : text ?? ""))
        {
            var fields = line.Split(' ');
            var dash = Array.IndexOf(fields, "-", Math.Min(6, fields.Length));
            if (dash > 0 && dash + 1 < fields.Length
                && ulong.TryParse(fields[0], CultureInfo.InvariantCulture, out var id)
                && fields[2].Split(':') is [var major, var minor]
                && ulong.TryParse(major, CultureInfo.InvariantCulture, out var high) && ulong.TryParse(minor, CultureInfo.InvariantCulture, out var low))
                yield return new Mount(id, (high << 20) | low, fields[dash + 1]);
        }
    }
}
