using System.Globalization;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Sources;

/// <summary>A process's cgroups, v1 or v2: cgroups(7), admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst.</summary>
public static class Cgroups
{
    /// <summary>v1 says "no limit" by the largest page-aligned number.</summary>
    private const long NoLimit = long.MaxValue / 4096 * 4096;

    /// <summary>Of its memory cgroup.</summary>
    public static CgroupMemory? Of(int pid) => MemoryPlace(pid) is { } place ? Read(place) : null;

    /// <summary>By the name of its group; null where it is in no container.</summary>
    internal static WatchedContainer? ContainerOf(int pid) =>
        ProcFile.TryReadText($"/proc/{pid}/cgroup") is { } membership ? ContainerPath.Of(membership) : null;

    internal static Place? MemoryPlace(int pid) => Locate(pid, "memory");

    /// <summary>How many processes the kernel has killed for memory in the group that counts those of this one; null where none says.</summary>
    internal static CountedKills? Kills(Place place) => Kills(place, ProcFile.TryReadText);

    /// <remarks>
    /// Each victim counts in its own group and, in version 2, in all above it, whichever limit was reached (memcg_memory_event, include/linux/memcontrol.h).
    /// Where all of a group are killed (memory.oom.group), each counts. In version 2 a process may lie below the last group that counts: then the next one
    /// above does. Such a group has nobody below it who is counted apart (cgroup-v2.rst, "No Internal Process Constraint"): memory.events.local would say the
    /// same. Version 1 counts the group alone.
    /// </remarks>
    internal static CountedKills? Kills(Place place, Func<string, string?> read)
    {
        var (folders, file) = place.Version == 1 ? ([place.Folder], "memory.oom_control") : (place.Upwards, "memory.events");
        foreach (var folder in folders)
            if (read($"{folder}/{file}")?.Split('\n').FirstOrDefault(line => line.StartsWith(Killed, StringComparison.Ordinal)) is { } line)
                return Number(line[Killed.Length..]) is { } kills ? new CountedKills(folder, kills) : null;
        return null;
    }

    /// <param name="Folder">Of the group that counts.</param>
    /// <param name="Kills">Since it was made.</param>
    internal sealed record CountedKills(string Folder, long Kills);

    private const string Killed = "oom_kill ";

    internal static CgroupMemory? Read(Place place) => Read(place, ProcFile.TryReadText);

    /// <param name="Folder">Of the process's own group, as mounted here.</param>
    /// <param name="Root">Of the hierarchy: limits on the way up to it apply too.</param>
    internal sealed record Place(int Version, string Path, string Folder, string Root)
    {
        /// <summary>The group's own folder and those of the groups around it, up to the root.</summary>
        public IEnumerable<string> Upwards
        {
            get
            {
                for (var folder = Folder; folder.Length >= Root.Length; folder = folder[..Math.Max(0, folder.LastIndexOf('/'))])
                    yield return folder;
            }
        }
    }

    internal static Place? Locate(int pid, string controller) =>
        ProcFile.TryReadText($"/proc/{pid}/cgroup") is { } membership && ProcFile.TryReadText("/proc/self/mountinfo") is { } mounts
            ? Locate(membership, mounts, controller, CgroupNamespace.Root)
            : null;

    /// <summary>
    /// Lines are "hierarchy:controllers:path". Where both versions are mounted, a controller is in the one whose line
    /// names it, and "0::" is v2.
    /// </summary>
    /// <param name="namespaceRoot">As <see cref="CgroupNamespace.Root"/>.</param>
    internal static Place? Locate(string membership, string mounts, string controller, Func<(string, int), string, string?>? namespaceRoot = null)
    {
        var groups = membership.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3).ToList();
        var v1 = groups.Find(parts => parts[1].Split(',').Contains(controller));
        var group = v1 ?? groups.Find(parts => parts[0] == "0");
        if (group is null)
            return null;
        var (version, path) = (v1 is null ? 2 : 1, group[2]);
        var mounted = Mounted(mounts, v1 is null ? null : controller).ToList();
        var own = mounted.Find(mount => !IsAbove(mount.Root));
        // Of a group above the namespace's own the kernel tells the way up (cgroups(7), "Cgroup namespaces"), by which a path here leads out of the mount.
        if (!path.Split('/').Contains(".."))
        {
            if (own.Folder is null)
                return null;
            // In a container the mount's root is the group itself, and the path repeats it.
            var below = own.Root != "/" && path.StartsWith(own.Root, StringComparison.Ordinal) ? path[own.Root.Length..] : path;
            return new Place(version, path, own.Folder + below.TrimEnd('/'), own.Folder);
        }
        return mounted.Find(mount => IsAbove(mount.Root)) is { Folder: { } around, Root: var way } && own.Root == "/"
            && namespaceRoot?.Invoke((around, way.Count(letter => letter == '/')), own.Folder) is { } root && CgroupNamespace.Resolved(path, root) is { } full
            ? new Place(version, full, around + full.TrimEnd('/'), around) : null;
    }

    /// <summary>The root of a mount that has more than the namespace: "/..", "/../..".</summary>
    private static bool IsAbove(string root) => root.StartsWith("/..", StringComparison.Ordinal) && root.Split('/').Skip(1).All(part => part == "..");

    /// <summary>"id parent dev root mountpoint options... - type source superoptions", proc_pid_mountinfo(5).</summary>
    /// <param name="controller">Of version 1; null: version 2.</param>
    private static IEnumerable<(string Root, string Folder)> Mounted(string mounts, string? controller)
    {
        foreach (var line in mounts.Split('\n'))
        {
            var halves = line.Split(" - ", 2);
            if (halves.Length < 2 || halves[0].Split(' ') is not [_, _, _, _, { Length: > 0 }, ..] fields || halves[1].Split(' ') is not { Length: >= 3 } type)
                continue;
            if (controller is null ? type[0] == "cgroup2" : type[0] == "cgroup" && type[2].Split(',').Contains(controller))
                yield return (fields[3], fields[4]);
        }
    }

    internal static CgroupMemory? Read(Place place, Func<string, string?> read)
    {
        var (limitFile, usedFile, inactive) = Files(place.Version);
        var used = Number(read($"{place.Folder}/{usedFile}"));
        if (used is null)
            return null; // the controller is not enabled here
        var cache = InactiveFile(read($"{place.Folder}/memory.stat"), inactive);
        long? limit = null;
        foreach (var folder in place.Upwards)
        {
            if (Number(read($"{folder}/{limitFile}")) is { } here && here < NoLimit && (limit is null || here < limit))
                limit = here;
        }
        return new CgroupMemory(place.Version, place.Path, limit, used, used - cache);
    }

    /// <summary>What the group and each one around it may still take, at the tightest; null where none has a limit that can be read. Above memory.high of
    /// version 2 nobody is killed, and each of the group is made to wait (cgroup-v2.rst): it counts as a limit.</summary>
    internal static long? Room(Place place, Func<string, string?> read)
    {
        var (limitFile, usedFile, inactive) = Files(place.Version);
        string[] limits = place.Version == 2 ? [limitFile, "memory.high"] : [limitFile];
        long? room = null;
        foreach (var folder in place.Upwards)
            if (limits.Select(file => Number(read($"{folder}/{file}"))).Where(limit => limit < NoLimit).Min() is { } least
                && Number(read($"{folder}/{usedFile}")) is { } used)
            {
                var here = Math.Max(0, least - used + (InactiveFile(read($"{folder}/memory.stat"), inactive) ?? 0));
                room = room is null ? here : Math.Min(room.Value, here);
            }
        return room;
    }

    private static (string Limit, string Used, string Inactive) Files(int version) =>
        version == 2 ? ("memory.max", "memory.current", "inactive_file ") : ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ");

    /// <summary>Of file pages, those that the kernel drops first.</summary>
    private static long? InactiveFile(string? stat, string key) =>
        stat?.Split('\n').FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal)) is { } line ? Number(line[key.Length..]) : null;

    /// <summary>Null for "max" too: no limit.</summary>
    private static long? Number(string? text) =>
        long.TryParse(text?.Trim(), CultureInfo.InvariantCulture, out var number) ? number : null;
}
