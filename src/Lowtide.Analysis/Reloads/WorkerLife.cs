using Lowtide.Recordings;

namespace Lowtide.Analysis.Reloads;

/// <summary>One worker as a recording saw it.</summary>
/// <param name="Samples">In order of time, one at least.</param>
public sealed record WorkerLife(IReadOnlyList<Sample> Samples)
{
    public int Pid => Samples[0].Pid;

    public double FirstSeconds => Samples[0].Seconds;

    public double LastSeconds => Samples[^1].Seconds;

    /// <summary>Of all workers, the first to be seen first. A pid that was used again is another worker.</summary>
    public static IReadOnlyList<WorkerLife> All(Recording recording) =>
    [
        .. recording.Samples
            .Where(sample => sample.Role == Role.Worker)
            .GroupBy(sample => (sample.Pid, sample.StartTicks))
            .Select(samples => new WorkerLife([.. samples]))
            .OrderBy(worker => worker.FirstSeconds),
    ];
}
