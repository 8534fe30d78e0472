using System.Globalization;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>A memory cgroup of version 1 or 2 with a limit, as a container has one; gone afterwards.</summary>
internal sealed class MemoryGroup : IDisposable
{
    private static int _made;

    private readonly string _top;

    private MemoryGroup(string top, string folder) => (_top, Folder) = (top, folder);

    public string Folder { get; }

    /// <summary>Skips the test where this machine gives none.</summary>
    /// <param name="below">Of the one with the limit: which to join.</param>
    public static MemoryGroup Make(long limitBytes, string below = "")
    {
        var group = TryMake(limitBytes, out var why, below);
        Assert.SkipWhen(group is null, why);
        return group;
    }

    /// <param name="why">Where there is none.</param>
    /// <param name="below">As above.</param>
    public static MemoryGroup? TryMake(long limitBytes, out string why, string below = "")
    {
        why = "no memory cgroup is mounted here";
        // "device mountpoint type options ...", proc_pid_mounts(5).
        var mounts = File.ReadLines("/proc/self/mounts").Select(line => line.Split(' ')).ToList();
        var first = mounts.Find(fields => fields[2] == "cgroup" && fields[3].Split(',').Contains("memory"));
        var root = first ?? mounts.Find(fields => fields[2] == "cgroup2");
        if (root is null)
            return null;
        var folder = Path.Combine(
            root[1], string.Create(CultureInfo.InvariantCulture, $"lowtide-test-{Environment.ProcessId}-{Interlocked.Increment(ref _made)}"));
        try
        {
            Directory.CreateDirectory(Path.Combine(folder, below));
            File.WriteAllText(Path.Combine(folder, first is null ? "memory.max" : "memory.limit_in_bytes"), limitBytes.ToString(CultureInfo.InvariantCulture));
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            why = $"no memory cgroup can be made here: {refused.Message}";
            return null;
        }
        return new MemoryGroup(folder, Path.Combine(folder, below));
    }

    /// <summary>Its files go with it, which Directory.Delete would try to take one by one.</summary>
    public void Dispose() => Launch.Ran.Command(["find", _top, "-depth", "-type", "d", "-exec", "rmdir", "{}", ";"]);
}
