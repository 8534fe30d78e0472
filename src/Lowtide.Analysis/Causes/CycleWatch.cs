using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>What 'lowtide run --watch-cycles' has counted in a family so far.</summary>
/// <param name="First">The first count of one worker, the same as <paramref name="Last"/> where there is no other; null before it.</param>
/// <param name="Workers">That serve: each is taken to leave behind as much as the one that was counted.</param>
/// <param name="CollectorOn">In every worker, so that nothing is counted.</param>
/// <param name="AvailableBytes">Until the kernel kills, or the machine is full; null where that could not be read.</param>
/// <param name="UntilDeploySeconds">From one deploy to the next, as the user said; null where that is no time.</param>
public sealed record CycleWatch(
    CycleCount? First, CycleCount? Last, int Workers, bool CollectorOn, long? AvailableBytes, double? UntilDeploySeconds)
{
    /// <summary>By all workers; null before two counts of one.</summary>
    public double? BytesPerSecond => First is { } first && Last is { } last && last.At > first.At
        ? (last.Bytes - first.Bytes) / (last.At - first.At).TotalSeconds * Workers
        : null;

    /// <summary>"200 MiB an hour in 2 workers"; null as that is.</summary>
    public string? Rate => BytesPerSecond is { } rate
        ? $"{Amount.Bytes((long)(rate * 3600))} an hour in {Amount.Count(Workers, "worker")}"
        : null;

    /// <summary>How long what is available lasts; null where that cannot be said, infinite where they do not grow.</summary>
    public double? SecondsToFill => BytesPerSecond switch
    {
        null => null,
        <= 0 => double.PositiveInfinity,
        var rate => AvailableBytes / rate,
    };

    /// <summary>Whether they fill it before the next deploy; null where that cannot be said.</summary>
    public bool? FillsMemory => SecondsToFill is { } lasts && UntilDeploySeconds is { } deploy ? lasts < deploy : null;

    /// <returns>Null where nobody asked for it.</returns>
    public static CycleWatch? Of(Recording recording)
    {
        var family = recording.Latest;
        var watched = family.Serving.Where(member => member.Settings?.ContainsKey(WatchedSettings.CyclesTime) == true).ToList();
        if (watched.Count == 0)
            return null;
        var counts = watched
            .Select(member => member.Notes?.Cycles.Where(count => IsOf(count, member)).ToList() ?? [])
            .MaxBy(counts => (Math.Min(2, counts.Count), counts.Select(count => count.At).LastOrDefault())) ?? [];
        return new CycleWatch(
            counts.FirstOrDefault(),
            counts.LastOrDefault(),
            family.Serving.Count,
            watched.TrueForAll(member => member.Runtime?.Collector is { Enabled: true, Generations: [{ Threshold: > 0 }, ..] }),
            recording.RoomBytes,
            UntilDeploy(watched[0].Settings!));
    }

    private static bool IsOf(CycleCount count, Member member) =>
        count.ProcessId == (member.Process.NamespacePid ?? member.Process.Pid);

    private static double? UntilDeploy(IReadOnlyDictionary<string, string> settings) =>
        double.TryParse(settings[WatchedSettings.CyclesTime], CultureInfo.InvariantCulture, out var seconds) && seconds is > 0 and < 1e9
            ? seconds
            : null;
}
