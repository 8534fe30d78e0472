using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>
/// What a serving process of a family holds, over the time of a recording: the mean over those that lived through it. Where all were
/// replaced, another life begins.
/// </summary>
/// <remarks>
/// In resident bytes: a worker that copies what it inherited holds as much as before. That is another finding's (fork.sharing-fell).
/// </remarks>
public static class FamilySeries
{
    /// <summary>A worker counts for its generation if it was there for so much of it; one that is respawned begins anew, in the middle.</summary>
    private const double LeastPresence = 0.9;

    public static MemoryGrowth Growth(Recording recording) => MemoryGrowth.Of(Points(recording), recording.LoadPeriod);

    /// <summary>In order of time.</summary>
    public static IReadOnlyList<GrowthPoint> Points(Recording recording)
    {
        var lives = WorkerGeneration.All(recording).Select(Whole).ToList();
        if (lives.Count == 0)
            lives = [.. recording.Samples.GroupBy(sample => (sample.Pid, sample.StartTicks)).Select(samples => samples.ToList())];
        return [.. lives.SelectMany((samples, life) => Means(samples, life)).OrderBy(point => point.Seconds)];
    }

    private static List<Sample> Whole(WorkerGeneration generation)
    {
        var least = LeastPresence * (generation.Workers.Max(worker => worker.LastSeconds) - generation.FirstSeconds);
        var through = generation.Workers.Where(worker => Length(worker) >= least).ToList();
        return [.. (through.Count > 0 ? through : [generation.Workers.MaxBy(Length)!]).SelectMany(worker => worker.Samples)];
    }

    private static double Length(WorkerLife worker) => worker.LastSeconds - worker.FirstSeconds;

    private static IEnumerable<GrowthPoint> Means(List<Sample> samples, int life) => samples
        .Where(sample => sample.Memory.RssBytes is not null)
        .GroupBy(sample => sample.Seconds)
        .Select(moment => new GrowthPoint(moment.Key, moment.Average(sample => (double)sample.Memory.RssBytes!.Value), life));
}
