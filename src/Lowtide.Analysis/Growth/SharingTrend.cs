using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>What the workers share with others, summed over those that lived through the whole recording.</summary>
public sealed record SharingTrend(double Seconds, int Workers, long StartBytes, long MiddleBytes, long EndBytes)
{
    public const double ShortestSeconds = 10;

    public long LostBytes => StartBytes - EndBytes;

    /// <summary>Null where the recording is too short, or no worker lived through it.</summary>
    public static SharingTrend? Of(Recording recording)
    {
        if (recording.Samples.Count == 0 || Span(recording) is var span && span < ShortestSeconds)
            return null;
        // A respawned worker shares everything again, which is no trend.
        var whole = recording.Samples
            .Where(sample => sample.Role == Role.Worker && sample.Memory.SharedBytes is not null)
            .GroupBy(sample => (sample.Pid, sample.StartTicks))
            .Select(worker => worker.ToList())
            .Where(worker => worker[^1].Seconds - worker[0].Seconds > span * 0.9)
            .ToList();
        return whole.Count == 0 ? null : new SharingTrend(
            span,
            whole.Count,
            whole.Sum(worker => worker[0].Memory.SharedBytes!.Value),
            whole.Sum(worker => worker[worker.Count / 2].Memory.SharedBytes!.Value),
            whole.Sum(worker => worker[^1].Memory.SharedBytes!.Value));
    }

    /// <summary>Seconds that the samples cover.</summary>
    public static double Span(Recording recording) => recording.Samples[^1].Seconds - recording.Samples[0].Seconds;

    /// <summary>Neither fell nor rose by what matters.</summary>
    public bool IsSteady(FamilySnapshot family) => !Amount.Matters(Math.Abs(LostBytes), family);
}
