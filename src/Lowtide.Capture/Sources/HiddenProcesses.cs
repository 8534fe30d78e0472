using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>Whether /proc keeps processes of others from us: proc(5), "Mount options".</summary>
public static class HiddenProcesses
{
    /// <summary>Null where all are shown.</summary>
    public static Unreadable? Why() => MemoryAccess.MayTrace || Option() is not { } option ? null : new Unreadable(
        "process.hidden", "processes of other users", $"/proc is mounted with {option}, so that not all are shown", Mend);

    public const string Mend = "run Lowtide as root (sudo lowtide)";

    /// <summary>The mount option that hides them from this user.</summary>
    internal static string? Option() =>
        Option(ProcFile.TryReadText("/proc/self/mountinfo") ?? "", Procfs.ValueOf("Groups", ProcFile.TryReadText("/proc/self/status") ?? "") ?? "");

    /// <param name="groups">Of this process: who is in the group of "gid=" is shown all.</param>
    internal static string? Option(string mounts, string groups)
    {
        string? found = null;
        foreach (var line in mounts.Split('\n'))
        {
            // "id parent device root place options... - type source options": what is mounted last is what is seen.
            if (line.Split(" - ", 2) is not [var mount, var type] || mount.Split(' ') is not [_, _, _, _, "/proc", ..])
                continue;
            var options = type.Split(' ')[^1].Split(',');
            var hides = Array.Find(options, option => option.StartsWith("hidepid=", StringComparison.Ordinal));
            var shown = hides is null or "hidepid=0" or "hidepid=off"
                || Array.Exists(options, option => option.StartsWith("gid=", StringComparison.Ordinal) && groups.Split(' ').Contains(option[4..]));
            found = shown ? null : hides;
        }
        return found;
    }
}
