using System.Collections.Concurrent;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Lowtide's own cgroup namespace, as a pod has one. Groups of others are told by the way up from its root ("/../../podUID/ID": cgroup_namespaces(7)). Where
/// the node's groups are mounted too, that way can be gone: the root is one of these groups, and has their inode.
/// </summary>
internal static class CgroupNamespace
{
    /// <summary>A node has some thousand; this bounds what is asked once.</summary>
    private const int MostGroups = 20_000;

    private static readonly ConcurrentDictionary<(string, string), string?> Known = new();

    /// <summary>Where the namespace's root is below a mount of the groups around it, "/kubepods/burstable/podUID/ID"; null where it is not found.</summary>
    /// <param name="around">Where that is mounted, and how many groups lie between its root and that of the namespace.</param>
    /// <param name="own">Where the namespace's root is mounted.</param>
    public static string? Root((string Folder, int Depth) around, string own) =>
        Known.GetOrAdd((around.Folder, own), _ => Of(own) is { } wanted ? Find(around, wanted) : null);

    private static string? Find((string Folder, int Depth) around, (ulong, ulong) wanted)
    {
        var (level, left) = (new List<string> { around.Folder }, MostGroups);
        for (var depth = 0; depth < around.Depth; depth++)
            level = [.. level.SelectMany(Below).Take(left)];
        return level.Find(folder => left-- > 0 && Of(folder) == wanted) is { } found ? found[around.Folder.Length..] : null;
    }

    private static string[] Below(string folder)
    {
        try
        {
            return Directory.GetDirectories(folder);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static (ulong Device, ulong Inode)? Of(string folder)
    {
        using var opened = ReadOnlyFile.Open(folder);
        return !opened.IsInvalid && FileStat.Of(opened) is { } stat ? (stat.Device, stat.Inode) : null;
    }

    /// <summary>From the root of the mount on: what "/../.." of the namespace is there.</summary>
    /// <param name="root">Of the namespace, in the mount.</param>
    /// <returns>Null where the way leads above the mount, or is none.</returns>
    public static string? Resolved(string path, string root)
    {
        var way = root.Split('/', StringSplitOptions.RemoveEmptyEntries).ToList();
        var parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        var up = parts.TakeWhile(part => part == "..").Count();
        return up > way.Count || parts.AsSpan(up).Contains("..") ? null : $"/{string.Join('/', way[..^up].Concat(parts[up..]))}";
    }
}
