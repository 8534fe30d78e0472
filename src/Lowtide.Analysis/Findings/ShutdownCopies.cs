using Lowtide.Analysis.Faults;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Workers copied what they still shared, only to free it: at its end Python collects once more and takes modules and types apart. When
/// all workers leave at once, that takes memory and time just when new ones start. Instagram's restarts went from 10 to 60 seconds by it.
/// </summary>
public sealed class ShutdownCopies : IFindingRule
{
    public const string FindingId = "cpython.shutdown-copies";

    public string Id => FindingId;

    public string Title => "workers copy shared memory as they end";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var workers = WorkerLife.All(recording);
        var ends = workers.Select(Finalisation.Of).OfType<Finalisation>().ToList();
        if (ends.Count == 0)
            return CannotTell(recording, workers);
        // Workers go on copying after their last sample; watched faults know of that too.
        var touched = ends.Sum(end => end.CopiedHighBytes);
        var written = FirstWrites.InAll(recording);
        var high = Math.Max(touched, written.AtExit * Page.Size);
        if (!Amount.Matters(high, family))
            return Examination.Nothing;
        var low = ends.Sum(end => end.CopiedLowBytes);
        // One that is replaced while the others stay gives its copies back before the next one makes its own.
        var peak = touched == 0 ? high : (long)(high * (AtOnce(ends).Max(at => at.Sum(end => end.CopiedHighBytes)) / (double)touched));
        return Examination.Found(new Finding(
            Id,
            $"{Amount.Count(ends.Count, "worker")} copied {(low > 0 ? Amount.Range(low, high) : $"up to {Amount.Bytes(high)}")} of "
                + "what they shared as Python took itself apart at their end"
                + (peak < high ? $", up to {Amount.Bytes(peak)} at once." : "."),
            peak,
            high / ends.Count,
            [.. Evidence(recording, ends, low, touched, written)]));
    }

    private static IEnumerable<Evidence> Evidence(Recording recording, List<Finalisation> ends, long low, long touched, CopiesByWay written)
    {
        yield return new Evidence("first_touches_bytes", touched,
            $"{Amount.Bytes(touched)} of pages were touched for the first time meanwhile (minor faults), up to each worker's last sample");
        yield return new Evidence("private_rise_bytes", low, low > 0
            ? $"private memory rose by {Amount.Bytes(low)}, as far as it was read in those seconds"
            : "private memory was not read in those seconds, or did not rise");
        var longest = ends.MaxBy(end => end.Seconds)!;
        yield return new Evidence("finalisation_seconds", longest.Seconds,
            $"it took a worker up to {longest.Duration}, and {AtOnce(ends).Max(at => at.Count())} were at it at once");
        if (ends.TrueForAll(end => end.CollectedBytes is not null) && touched > 0)
        {
            var collected = Math.Min(1, ends.Sum(end => end.CollectedBytes!.Value) / (double)touched);
            yield return new Evidence("collected_share", collected,
                $"at most {Amount.Percent(collected)} of that was the last full collection's, the rest came as modules and types were taken apart after it");
        }
        if (FirstWrites.AtExit(written) is { } seen)
            yield return seen;
        var around = recording.SystemSamples
            .Where(sample => sample.Seconds >= ends.Min(end => end.FromSeconds) && sample.Seconds <= ends.Max(end => end.ToSeconds))
            .ToList();
        if (around.Count > 1 && around[0].Host.AvailableBytes is { } available && around.Min(sample => sample.Host.AvailableBytes) is { } least)
            yield return new Evidence("host_available_bytes", least,
                $"the machine had {Amount.Bytes(available)} available before and {Amount.Bytes(least)} at the least"
                + (around.Sum(sample => sample.DiskBusySeconds) is { } busy
                    ? $"; its busiest disk was at work for {Amount.Percent(Math.Min(1, busy / (around[^1].Seconds - around[0].Seconds)))} of the time" : ""));
        if (around.Max(sample => sample.Cgroup?.WorkingSetBytes) is { } peak && around[0].Cgroup is { LimitBytes: { } limit })
            yield return new Evidence("cgroup_peak_bytes", peak, $"the working set of their cgroup came to {Amount.Bytes(peak)} of {Amount.Bytes(limit)}");
    }

    /// <summary>As each of them began: those that were at it then.</summary>
    private static IEnumerable<IEnumerable<Finalisation>> AtOnce(List<Finalisation> ends) =>
        ends.Select(one => ends.Where(other => other.FromSeconds <= one.FromSeconds && other.ToSeconds > one.FromSeconds));

    private Examination CannotTell(Recording recording, IReadOnlyList<WorkerLife> workers) =>
        recording.Latest.Runtime is { Name: "cpython" }
        && workers.Any(worker => worker.LastSeconds < recording.Samples[^1].Seconds)
        && recording.Samples.All(sample => sample.Finalizing is null)
            ? Examination.Cannot(
                Id, "what workers that ended copied at their end", "when Python took itself apart was not recorded, or could not be read", null)
            : Examination.Nothing;
}
