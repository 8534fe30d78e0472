using System.Globalization;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Machine;

/// <summary>
/// How often each cgroup around a process has been stopped by its quota on CPU time: nr_periods and nr_throttled of
/// cpu.stat, the same in v1 and v2 (scheduler/sched-bwc.rst). A quota anywhere on the way to the root stops the process.
/// </summary>
internal sealed record CpuQuotas(IReadOnlyDictionary<string, (long Periods, long Throttled)> Groups)
{
    public static readonly CpuQuotas None = new(new Dictionary<string, (long, long)>());

    public static CpuQuotas Of(int pid) => Cgroups.Locate(pid, "cpu") is { } place ? Read(place, ProcFile.TryReadText) : None;

    internal static CpuQuotas Read(Cgroups.Place place, Func<string, string?> read)
    {
        var groups = new Dictionary<string, (long, long)>();
        foreach (var folder in place.Upwards)
        {
            var lines = (read($"{folder}/cpu.stat") ?? "").Split('\n');
            if (Number(lines, "nr_periods ") is { } periods && Number(lines, "nr_throttled ") is { } throttled)
                groups[folder.Length > place.Root.Length ? folder[place.Root.Length..] : "/"] = (periods, throttled);
        }
        return new CpuQuotas(groups);
    }

    private static long? Number(string[] lines, string key) =>
        Array.Find(lines, line => line.StartsWith(key, StringComparison.Ordinal)) is { } found
        && long.TryParse(found.AsSpan(key.Length), CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>Of the groups that were there at both moments, the one that was stopped most; null if none has a quota.</summary>
    public CpuThrottling? Since(CpuQuotas earlier) => Groups
        .Where(group => earlier.Groups.ContainsKey(group.Key))
        .Select(group => new CpuThrottling(
            group.Key,
            group.Value.Periods - earlier.Groups[group.Key].Periods,
            group.Value.Throttled - earlier.Groups[group.Key].Throttled))
        .Where(group => group.Periods > 0)
        .MaxBy(group => group.ThrottledPeriods);
}
