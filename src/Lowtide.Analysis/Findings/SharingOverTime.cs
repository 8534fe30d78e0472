using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Whether the workers' private memory still rises as their sharing falls, or has settled.</summary>
public sealed class SharingOverTime : IFindingRule
{
    private const double ShortestSeconds = 10;

    public string Id => "fork.sharing-falling";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        if (family.Workers.Count == 0)
            return Examination.Nothing;
        if (recording.Samples.Count == 0)
            return Examination.Cannot(
                "whether sharing still falls or has settled",
                "it needs a recording: one snapshot has no direction",
                $"lowtide record {family.Master?.Process.Pid ?? family.Workers[0].Process.Pid} -d 30s -o x.lowtide && lowtide explain x.lowtide");
        var span = recording.Samples[^1].Seconds - recording.Samples[0].Seconds;
        if (span < ShortestSeconds)
            return Examination.Cannot(
                "whether sharing still falls or has settled",
                $"the recording covers {span:0} s, fewer than {ShortestSeconds:0}",
                "record for longer: -d 30s");
        // Only workers that lived from end to end: a respawned one shares everything again, which is no trend.
        var whole = recording.Samples
            .Where(sample => sample.Role == Role.Worker && sample.Memory.SharedBytes is not null)
            .GroupBy(sample => (sample.Pid, sample.StartTicks))
            .Select(worker => worker.ToList())
            .Where(worker => worker[^1].Seconds - worker[0].Seconds > span * 0.9)
            .ToList();
        if (whole.Count == 0)
            return Examination.Cannot(
                "whether sharing still falls or has settled", "no worker lived through the whole recording", "record for a shorter time");
        var start = whole.Sum(worker => worker[0].Memory.SharedBytes!.Value);
        var middle = whole.Sum(worker => worker[worker.Count / 2].Memory.SharedBytes!.Value);
        var end = whole.Sum(worker => worker[^1].Memory.SharedBytes!.Value);
        var lost = start - end;
        if (!Amount.Matters(lost, family))
            return Examination.Nothing;
        var lateShare = (middle - end) / (double)lost;
        // A steady fall loses half in the second half; one that has settled loses next to nothing there.
        var falling = lateShare > 0.1;
        return Examination.Found(new Finding(
            Id,
            falling
                ? $"Sharing still falls: {Amount.Bytes(lost)} in {span:0} s, {Amount.Percent(lateShare)} of that in the second half."
                : $"Sharing fell by {Amount.Bytes(lost)} and has settled.",
            lost,
            null,
            lost / whole.Count,
            [
                new Evidence("shared_start_bytes", start, $"{Amount.Bytes(start)} shared at the start"),
                new Evidence("shared_middle_bytes", middle, $"{Amount.Bytes(middle)} half way"),
                new Evidence("shared_end_bytes", end, $"{Amount.Bytes(end)} at the end"),
                new Evidence("workers", whole.Count, $"over {whole.Count} workers that lived throughout"),
            ]));
    }
}
