using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>With the collector off, unreachable cycles grow so fast that they would fill the memory before the next deploy.</summary>
public sealed class CyclesGrow : IFindingRule
{
    private const int MostTypes = 4;

    public string Id => "cpython.cycles-grow";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var watched = family.Serving
            .Select(member => (Counts: member.Notes?.Cycles.Where(count => IsOf(count, member)).ToList() ?? [], member.Settings))
            .FirstOrDefault(worker => worker.Counts.Count >= 2);
        if (watched.Counts is not { } counts || UntilDeploy(watched.Settings) is not { } deploy)
            return Examination.Nothing;
        var (first, last) = (counts[0], counts[^1]);
        var rate = (last.Bytes - first.Bytes) / (last.At - first.At).TotalSeconds * family.Serving.Count;
        if (rate <= 0)
            return Examination.Nothing;
        if ((family.Cgroup?.BytesToKill ?? recording.Host.AvailableBytes) is not { } free)
            return Examination.Cannot("whether cycles fill the memory", "how much memory is available could not be read", null);
        var lasts = free / rate;
        if (lasts >= deploy.TotalSeconds)
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"With the collector off, unreachable cycles grow by {Amount.Bytes((long)(rate * 3600))} an hour in {family.Serving.Count} workers:"
            + $" that fills what is available in {Hours(lasts)}.",
            last.Bytes * family.Serving.Count,
            null,
            last.Bytes,
            [
                new Evidence("available_bytes", free, $"{Amount.Bytes(free)} are available; "
                    + $"the next deploy is taken to be {Hours(deploy.TotalSeconds)} after the last"),
                new Evidence("cycle_bytes", last.Bytes,
                    $"process {last.ProcessId} held {Amount.Bytes(first.Bytes)} of them at first "
                        + $"and {Amount.Bytes(last.Bytes)} {Hours((last.At - first.At).TotalSeconds)} later"),
                .. last.Types.Take(MostTypes).Select(type => new Evidence("type_bytes", type.Bytes, $"{type.Type}: {Amount.Bytes(type.Bytes)}")),
                new Evidence("count_seconds", last.Seconds,
                    $"counting took {last.Seconds.ToString("0.0", CultureInfo.InvariantCulture)} s of CPU time, in a forked copy of one worker"),
            ]));
    }

    private static bool IsOf(CycleCount count, Member member) =>
        count.ProcessId == (member.Process.NamespacePid ?? member.Process.Pid);

    private static TimeSpan? UntilDeploy(IReadOnlyDictionary<string, string>? settings) =>
        double.TryParse(settings?.GetValueOrDefault(WatchedSettings.CyclesTime), CultureInfo.InvariantCulture, out var seconds)
        && seconds is > 0 and < 1e9
            ? TimeSpan.FromSeconds(seconds)
            : null;

    private static string Hours(double seconds) => seconds < 5400
        ? $"{(seconds / 60).ToString("0.#", CultureInfo.InvariantCulture)} min"
        : $"{(seconds / 3600).ToString("0.#", CultureInfo.InvariantCulture)} h";
}
