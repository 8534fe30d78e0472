using Lowtide.Recordings;

namespace Lowtide.Analysis.Reloads;

/// <summary>
/// Workers that served together, until none of those that began it was left: a reload replaces all, so that the next generation begins
/// there, whether the new ones came before the old ones had gone or after. Who is respawned alone belongs to the generation of the time.
/// </summary>
/// <param name="Workers">The first to be seen first.</param>
/// <param name="GoneSeconds">When the last of those that began it was last seen; null while one of them lives.</param>
public sealed record WorkerGeneration(IReadOnlyList<WorkerLife> Workers, double? GoneSeconds)
{
    public double FirstSeconds => Workers[0].FirstSeconds;

    /// <summary>In order of time; one where no worker, or not every one, was replaced, and none where there never was a worker.</summary>
    public static IReadOnlyList<WorkerGeneration> All(Recording recording)
    {
        var moments = recording.Samples.Select(sample => sample.Seconds).Distinct().ToList();
        var rest = WorkerLife.All(recording).ToList();
        var generations = new List<WorkerGeneration>();
        while (rest.Count > 0)
        {
            var begin = Math.Max(rest[0].FirstSeconds, generations.LastOrDefault()?.GoneSeconds ?? 0);
            var founders = Founders(rest, [.. moments.Where(moment => moment >= begin)]);
            var last = founders.Max(worker => worker.LastSeconds);
            double? gone = last < moments[^1] ? last : null;
            // Whoever came since and has gone by then was respawned among them.
            var first = founders.ToHashSet<WorkerLife>(ReferenceEqualityComparer.Instance);
            var ofThese = rest.ToLookup(worker => first.Contains(worker) || gone is null || worker.LastSeconds <= gone);
            generations.Add(new WorkerGeneration([.. ofThese[true]], gone));
            rest = [.. ofThese[false]];
        }
        return generations;
    }

    /// <summary>Those there at the first moment, and those that came after it one by one: workers are forked one after the other.</summary>
    private static List<WorkerLife> Founders(List<WorkerLife> workers, List<double> moments)
    {
        var founders = At(moments[0]);
        foreach (var moment in moments.Skip(1))
        {
            var now = At(moment);
            if (now.Count <= founders.Count || founders.Except<WorkerLife>(now, ReferenceEqualityComparer.Instance).Any())
                break;
            founders = now;
        }
        return founders;

        List<WorkerLife> At(double moment) => workers.FindAll(worker => worker.FirstSeconds <= moment && worker.LastSeconds >= moment);
    }
}
