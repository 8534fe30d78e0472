using Lowtide.Analysis.Growth;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Whether the workers' private memory still rises as their sharing falls, or has settled.</summary>
public sealed class SharingFell : IFindingRule
{
    public const string FindingId = "fork.sharing-fell";

    public string Id => FindingId;

    public string Title => "sharing falls";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        // Nor would a recording read what a look may not.
        if (family.Workers.All(worker => worker.Census is null && worker.Memory.PssBytes is null))
            return Examination.Nothing;
        if (recording.Samples.Count == 0)
            return Examination.Cannot(
                Id, "whether sharing still falls or has settled",
                "it needs a recording: one snapshot has no direction",
                $"lowtide record {family.Master?.Process.Pid ?? family.Workers[0].Process.Pid} -d 30s -o x.lowtide && lowtide explain x.lowtide");
        if (SharingTrend.Span(recording) is var span && span < SharingTrend.ShortestSeconds)
            return Examination.Cannot(
                Id, "whether sharing still falls or has settled",
                $"the recording's samples cover {span:0.0} s, less than {SharingTrend.ShortestSeconds:0}",
                recording.SampledFrom is null ? "record for longer: -d 30s" : "name a longer stretch by --since");
        if (SharingTrend.Of(recording) is not { } trend)
            return Examination.Cannot(
                Id, "whether sharing still falls or has settled", "no worker lived through the whole recording",
                recording.SampledFrom is null ? "record for a shorter time" : "name a shorter stretch by --since and --until");
        var lost = trend.LostBytes;
        if (!Amount.Matters(lost, family))
            return Examination.Nothing;
        var lateShare = (trend.MiddleBytes - trend.EndBytes) / (double)lost;
        // A steady fall loses half in the second half; one that has settled loses next to nothing there.
        var falling = lateShare > 0.1;
        return Examination.Found(new Finding(
            Id,
            falling
                ? $"Sharing still falls: {Amount.Bytes(lost)} in {span:0} s, {Amount.Percent(lateShare)} of that in the second half."
                : $"Sharing fell by {Amount.Bytes(lost)} and has settled.",
            lost,
            lost / trend.Workers,
            [
                new Evidence("shared_start_bytes", trend.StartBytes, $"{Amount.Bytes(trend.StartBytes)} shared at the start"),
                new Evidence("shared_middle_bytes", trend.MiddleBytes, $"{Amount.Bytes(trend.MiddleBytes)} half way"),
                new Evidence("shared_end_bytes", trend.EndBytes, $"{Amount.Bytes(trend.EndBytes)} at the end"),
                new Evidence("workers", trend.Workers, $"over {trend.Workers} workers that lived throughout"),
            ]));
    }
}
