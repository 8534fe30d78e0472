using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Report;

/// <summary>A family's samples as curves.</summary>
internal static class FamilyCurves
{
    /// <summary>
    /// The sum over the members at each moment, of what was last read of each: samples between two costly readings have RSS only.
    /// Moments at which one has never been read are left out, as a sum with a hole is not the family's.
    /// </summary>
    public static Curve Sum(Recording recording, Func<MemoryUse, long?> bytes)
    {
        var last = new Dictionary<(int, long), long>();
        var (seconds, sums) = (new List<double>(), new List<double>());
        foreach (var moment in Moments(recording, _ => true))
        {
            foreach (var sample in moment)
                if (bytes(sample.Memory) is { } read)
                    last[Key(sample)] = read;
            if (!moment.All(sample => last.ContainsKey(Key(sample))))
                continue;
            seconds.Add(Math.Round(moment.Key, 2));
            sums.Add(moment.Sum(sample => last[Key(sample)]));
        }
        return new Curve(seconds, sums);
    }

    /// <summary>Each worker's own, in order of their starts; a worker that was respawned is another one.</summary>
    public static IReadOnlyList<(int Pid, Curve Curve)> Workers(Recording recording, Func<MemoryUse, long?> bytes) =>
    [
        .. recording.Samples
            .Where(sample => sample.Role == Role.Worker && bytes(sample.Memory) is not null)
            .GroupBy(Key)
            .OrderBy(worker => worker.Key.StartTicks)
            .ThenBy(worker => worker.Key.Pid)
            .Select(worker => (worker.Key.Pid, new Curve(
                [.. worker.Select(sample => Math.Round(sample.Seconds, 2))], [.. worker.Select(sample => (double)bytes(sample.Memory)!.Value)]))),
    ];

    /// <summary>The median worker at each moment at which one of them was read, with the least and the most.</summary>
    public static Curve Middle(Recording recording, Func<MemoryUse, long?> bytes)
    {
        var spread = Moments(recording, sample => sample.Role == Role.Worker && bytes(sample.Memory) is not null)
            .Select(moment => (Seconds: Math.Round(moment.Key, 2), Values: moment.Select(sample => (double)bytes(sample.Memory)!.Value).Order().ToArray()))
            .ToList();
        return new Curve(
            [.. spread.Select(moment => moment.Seconds)], [.. spread.Select(moment => moment.Values[moment.Values.Length / 2])],
            [.. spread.Select(moment => moment.Values[0])], [.. spread.Select(moment => moment.Values[^1])]);
    }

    private static IEnumerable<IGrouping<double, Sample>> Moments(Recording recording, Func<Sample, bool> which) =>
        recording.Samples.Where(which).GroupBy(sample => sample.Seconds);

    private static (int Pid, long StartTicks) Key(Sample sample) => (sample.Pid, sample.StartTicks);
}
