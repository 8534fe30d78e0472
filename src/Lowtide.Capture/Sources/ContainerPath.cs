using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Sources;

/// <summary>
/// What a cgroup's path tells of a container. Kubelet names a pod's group ("podUID", or "kubepods-burstable-podUID.slice" with "_" for "-" where systemd makes
/// it: pkg/kubelet/cm/cgroup_manager_linux.go), and the runtime the container's in it: "ID", "cri-containerd-ID.scope", "crio-ID.scope", "docker-ID.scope".
/// containerd that makes groups itself below a kubelet with systemd's names has all in one: "kubepods-podUID.slice:cri-containerd:ID".
/// </summary>
internal static class ContainerPath
{
    /// <param name="membership">/proc/PID/cgroup. Seen from another cgroup namespace a path begins with /.. (cgroup_namespaces(7)), and ends the same.</param>
    /// <returns>Null where no path is a container's.</returns>
    public static WatchedContainer? Of(string membership) => membership.Split('\n')
        .Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3).Select(parts => OfPath(parts[2])).FirstOrDefault(found => found is not null);

    /// <summary>From the root on: what is below a container's group the container may have made itself, with any name.</summary>
    private static WatchedContainer? OfPath(string path)
    {
        string? pod = null;
        var isOfOthers = false;
        foreach (var part in path.Split('/', ':'))
        {
            // Below these users make groups, by user@.service(5) or Delegate= of systemd.resource-control(5), and could give them a pod's name.
            isOfOthers |= part == "user.slice"
                || (part.EndsWith(".service", StringComparison.Ordinal) && !part.EndsWith("containerd.service", StringComparison.Ordinal));
            if (!isOfOthers && Pod(part) is { } uid)
                pod = uid;
            else if (Container(part) is { } id)
                return new WatchedContainer(id, pod);
        }
        return null;
    }

    private static string? Pod(string name)
    {
        const string word = "pod";
        var bare = Without(".slice", name);
        if (bare.LastIndexOf(word, StringComparison.Ordinal) is not (>= 0 and var at) || !IsOf(bare[..at]))
            return null;
        var uid = bare[(at + word.Length)..].Replace('_', '-');
        return IsHexadecimal(uid, digits: 32) || (Guid.TryParseExact(uid, "D", out var parsed) && parsed.ToString("D") == uid) ? uid : null;
    }

    private static string? Container(string name)
    {
        const int digits = 64;
        var bare = Without(".scope", name);
        if (bare.Length < digits || !IsHexadecimal(bare[^digits..], digits))
            return null;
        // "crio-conmon-ID" and "libpod-conmon-ID" are of who watches over a container, outside.
        var before = bare[..^digits];
        return IsOf(before) && !before.EndsWith("conmon-", StringComparison.Ordinal) ? bare[^digits..] : null;
    }

    private static string Without(string unit, string name) => name.EndsWith(unit, StringComparison.Ordinal) ? name[..^unit.Length] : name;

    /// <summary>Whether it is nothing, or words with a "-" behind each.</summary>
    private static bool IsOf(string before) => before.Length == 0
        || (before[^1] == '-' && before.All(letter => char.IsAsciiLetterLower(letter) || letter == '-'));

    private static bool IsHexadecimal(string text, int digits) => text.Length == digits && text.All(char.IsAsciiHexDigitLower);
}
