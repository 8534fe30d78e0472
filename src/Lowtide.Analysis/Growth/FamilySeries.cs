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

    public static JoinedGrowth Growth(Recording recording)
    {
        var lives = Lives(recording);
        return JoinedGrowth.Judge(Resident(lives), Heap(recording.DotNet, lives), recording.LoadPeriod);
    }

    /// <summary>What its processes hold (RSS), in order of time.</summary>
    public static IReadOnlyList<GrowthPoint> Resident(Recording recording) =>
        Resident(Lives(recording));

    /// <summary>
    /// What their heaps say themselves, in order of time: .NET's collector after each collection of all generations, Ruby's with malloc at
    /// those samples that have it of all. Empty where neither was read.
    /// </summary>
    public static IReadOnlyList<HeapPoint> Heap(Recording recording) => Heap(recording.DotNet, Lives(recording));

    /// <summary>At those samples that have the heaps of all, in order of time; of Ruby alone.</summary>
    internal static IReadOnlyList<(double Seconds, ServingState State)> States(Recording recording) =>
        [.. Lives(recording).SelectMany(States).OrderBy(moment => moment.Seconds)];

    private static IReadOnlyList<GrowthPoint> Resident(List<List<Sample>> lives) =>
        [.. lives.SelectMany((samples, life) => Means(samples, life)).OrderBy(point => point.Seconds)];

    private static IReadOnlyList<HeapPoint> Heap(DotNetTrace? trace, List<List<Sample>> lives) =>
        [.. lives.SelectMany((samples, life) => trace is null ? Sampled(samples, life) : Collected(trace, samples, life)).OrderBy(point => point.Seconds)];

    private static List<List<Sample>> Lives(Recording recording)
    {
        var lives = WorkerGeneration.All(recording).Select(Whole).ToList();
        return lives.Count > 0
            ? lives : [.. recording.Samples.GroupBy(sample => (sample.Pid, sample.StartTicks)).Select(samples => samples.ToList())];
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

    private static IEnumerable<(double Seconds, ServingState State)> States(List<Sample> samples)
    {
        foreach (var moment in samples.GroupBy(sample => sample.Seconds))
            if (ServingState.Mean(moment.Select(sample => (sample.Memory.RssBytes, sample.Heap))) is { } state)
                yield return (moment.Key, state);
    }

    private static IEnumerable<HeapPoint> Sampled(List<Sample> samples, int life) => States(samples)
        .Select(moment => new HeapPoint(moment.Seconds, moment.State.Heap.LiveBytes, moment.State.Heap.KeptBytes, life));

    private static IEnumerable<HeapPoint> Collected(DotNetTrace trace, List<Sample> samples, int life)
    {
        if (samples.Exists(sample => sample.Pid != trace.Pid))
            yield break;
        foreach (var collection in trace.Collections)
            if (collection is { LiveBytes: { } live, CommittedBytes: { } committed }
                && trace.StartSeconds + collection.At + collection.Seconds is var seconds
                && seconds >= samples[0].Seconds && seconds <= samples[^1].Seconds)
                yield return new HeapPoint(seconds, live, committed - live, life);
    }
}
