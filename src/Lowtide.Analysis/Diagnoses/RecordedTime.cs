using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>When and where a recording was made, and who came and went meanwhile.</summary>
/// <param name="Start">UTC; likewise <paramref name="End"/>, the last look.</param>
/// <param name="Seconds">That its samples cover.</param>
/// <param name="WorkersEnded">Seen, and gone at the end.</param>
/// <param name="WorkersCame">Seen, and not there at the start.</param>
/// <param name="HasLastLook">A target that ended before was looked at once, as the recording began.</param>
public sealed record RecordedTime(
    DateTimeOffset Start, DateTimeOffset End, double Seconds, int Samples, int WorkersEnded, int WorkersCame, string Kernel, int Cpus, bool HasLastLook)
{
    /// <summary>Null of a live look.</summary>
    public static RecordedTime? Of(Recording recording)
    {
        if (recording.Samples.Count == 0)
            return null;
        var (first, last) = (recording.Samples[0].Seconds, recording.Samples[^1].Seconds);
        var (seen, atStart, atEnd) = (Workers(_ => true), Workers(second => second == first), Workers(second => second == last));
        return new RecordedTime(
            recording.BeganAt,
            recording.BeganAt + TimeSpan.FromSeconds(last - first),
            last - first,
            recording.Samples.Count,
            seen.Except(atEnd).Count(),
            seen.Except(atStart).Count(),
            recording.Host.Kernel,
            recording.Host.Cpus,
            recording.Snapshots.Count > 1);

        HashSet<(int, long)> Workers(Func<double, bool> at) => [.. recording.Samples
            .Where(sample => sample.Role == Role.Worker && at(sample.Seconds))
            .Select(sample => (sample.Pid, sample.StartTicks))];
    }
}
