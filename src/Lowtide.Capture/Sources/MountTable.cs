using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Which file systems answer from this machine alone. Files of others may never answer: whoever mounts a FUSE file system can let each read of it hang,
/// beyond kill -9 once its server has the request (request_wait_answer, fs/fuse/dev.c), and a network's server may be gone.
/// </summary>
/// <remarks>
/// Read when it is first asked, and once: a process may have 100,000 mounts. So whoever has opened a file asks a table that was not asked before, as from
/// then on the file's mount stays what it is.
/// </remarks>
internal sealed class MountTable
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

    private readonly Lazy<IReadOnlyList<Mount>> _mounts;
    private readonly Lazy<Dictionary<ulong, string>> _types, _typesHere;

    private MountTable(int pid)
    {
        _mounts = new(() => [.. Read(pid)]);
        _types = new(() => Types(_mounts.Value));
        _typesHere = new(() => Types(Read(Environment.ProcessId)));
    }

    /// <param name="pid">A process that has mounted what is asked about.</param>
    public static MountTable Of(int pid) => new(pid);

    /// <summary>Whether a file may be read without waiting for somebody else; false where its file system is not known.</summary>
    /// <param name="device">As <see cref="Mapping.Device"/>.</param>
    public bool IsLocal(ulong device) => TypeOf(device) is { } type && Local.Contains(type);

    /// <summary>The type of a file system that may wait for somebody else; null where it is local, or not known.</summary>
    public string? Elsewhere(ulong device) => TypeOf(device) is { } type && !Local.Contains(type) && !IsKernels(type) ? type : null;

    /// <inheritdoc cref="ShowsOtherDevice"/>
    public bool MayShowOtherDevice(ulong device) => TypeOf(device) is { } type && ShowsOtherDevice.Contains(type);

    /// <summary>The device that a mount is of, for a file that shows another one.</summary>
    public ulong? DeviceOf(ulong mountId)
    {
        foreach (var mount in _mounts.Value)
            if (mount.Id == mountId)
                return mount.Device;
        return null;
    }

    /// <summary>Whether no file system of others can be met on any path of a process.</summary>
    public bool IsLocalThroughout() => _mounts.Value.Count > 0 && _mounts.Value.All(IsLocal);

    /// <summary>Whether none can be met in a folder, and those within it.</summary>
    /// <param name="folder">As the process sees it.</param>
    public bool IsLocalBelow(string folder)
    {
        Mount? around = null;
        foreach (var mount in _mounts.Value)
            // Of two on one point the later one is seen.
            if (IsWithin(folder, mount.Point) && (around is not { } known || mount.Point.Length >= known.Point.Length))
                around = mount;
            else if (IsWithin(mount.Point, folder) && !IsLocal(mount))
                return false;
        return around is { } own && IsLocal(own);
    }

    private static bool IsWithin(string path, string folder) =>
        path.StartsWith(folder, StringComparison.Ordinal) && (folder is "/" || path.Length == folder.Length || path[folder.Length] == '/');

    private bool IsLocal(Mount mount) => IsKernels(mount.Type) || IsLocal(mount.Device) || mount is { Type: "autofs", Point: "/proc/sys/fs/binfmt_misc" };

    /// <summary>What the kernel itself shows as files.</summary>
    private static bool IsKernels(string type) => type is "proc" or "sysfs" or "cgroup" or "cgroup2" or "devpts" or "mqueue" or "securityfs" or "debugfs"
        or "tracefs" or "bpf" or "pstore" or "configfs" or "efivarfs" or "binfmt_misc" or "nsfs" or "fusectl" or "rpc_pipefs" or "selinuxfs";

    private string? TypeOf(ulong device)
    {
        if (device >> 20 == Diskless)
            return Find(device);
        var now = Environment.TickCount64;
        if (Known.TryGetValue(device, out var known) && now - known.At < Holds.TotalMilliseconds)
            return known.Type;
        var type = Find(device);
        Known[device] = (type, now);
        return type;
    }

    private string? Find(ulong device)
    {
        // A layer that a container's file system lies on is mounted outside only, where Lowtide is.
        if (!_types.Value.TryGetValue(device, out var type))
            return _typesHere.Value.GetValueOrDefault(device);
        // Where Lowtide is, those have mounted it who may mount anything.
        return type == Layers && !_typesHere.Value.ContainsKey(device) ? "overlay of a mount namespace of its own" : type;
    }

    private static Dictionary<ulong, string> Types(IEnumerable<Mount> mounts)
    {
        var types = new Dictionary<ulong, string>();
        foreach (var mount in mounts)
            types.TryAdd(mount.Device, mount.Type);
        return types;
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Mount(ulong Id, ulong Device, string Type, string Point);

    private static string Unescaped(string point) => !point.Contains('\\') ? point
        : point.Replace(@"\040", " ", StringComparison.Ordinal).Replace(@"\011", "\t", StringComparison.Ordinal)
            .Replace(@"\012", "\n", StringComparison.Ordinal).Replace(@"\134", @"\", StringComparison.Ordinal);

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
                yield return new Mount(id, (high << 20) | low, fields[dash + 1], Unescaped(fields[4]));
        }
    }
}
