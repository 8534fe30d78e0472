using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>By what it is told how much a worker had built before its first request.</summary>
public enum BootSource
{
    /// <summary>Of those that started while it was recorded: what they had when they first stood still.</summary>
    Started,

    /// <summary>A worker much younger than the oldest one has served less: its start took no more than it has.</summary>
    Youngest,

    /// <summary>What they have now, of which requests allocated nobody knows how much.</summary>
    Now,
}

/// <summary>What the start of a worker took after the fork, without what requests allocated since.</summary>
/// <param name="HighBytes">In one worker at most.</param>
public sealed record BootMemory(long HighBytes, BootSource By)
{
    /// <summary>Memory that rises by less from look to look stands still: of a program that loads, or serves its first requests, it does not.</summary>
    private const double Still = 1.02;

    private const int StillLooks = 3;

    /// <summary>Who was seen first later than that may have served already.</summary>
    private const double MostUnseenSeconds = 5;

    /// <param name="workers">With what each built after the fork; one at least.</param>
    /// <param name="smallest">No start that matters takes less: who stands still before that only waits.</param>
    public static BootMemory Of(Recording recording, IReadOnlyList<(Member Worker, long Bytes)> workers, long smallest)
    {
        var (least, most) = (workers.Min(worker => worker.Bytes), workers.Max(worker => worker.Bytes));
        var started = WorkerLife.All(recording).Where(worker => StartedMeanwhile(worker, recording))
            .Select(worker => AtStart(worker, smallest)).OfType<long>().ToList();
        if (started.Count > 0)
            // One that waits amid loading stands still too: what is alike in two of them both have built.
            return new BootMemory(Math.Min(Math.Max(started.Max(), recording.Latest.BuiltAlikeBytes ?? 0), least), BootSource.Started);
        var (oldest, youngest) = (workers.MinBy(worker => worker.Worker.Process.StartTicks), workers.MaxBy(worker => worker.Worker.Process.StartTicks));
        return recording.Latest.UptimeTicks is { } now
            && 2 * (now - youngest.Worker.Process.StartTicks) <= now - oldest.Worker.Process.StartTicks && youngest.Bytes < most
            ? new BootMemory(youngest.Bytes, BootSource.Youngest) : new BootMemory(most, BootSource.Now);
    }

    private static bool StartedMeanwhile(WorkerLife worker, Recording recording)
    {
        var before = recording.Samples.Where(sample => sample.Seconds < worker.FirstSeconds).Select(sample => (double?)sample.Seconds).Max();
        return before is { } last && worker.FirstSeconds - last <= MostUnseenSeconds
            && (recording.Snapshots[0].UptimeTicks is not { } began || worker.Samples[0].StartTicks > began);
    }

    /// <returns>Null where it never stood still, or too little of it was read.</returns>
    private static long? AtStart(WorkerLife worker, long smallest)
    {
        var held = worker.Samples.Select(sample => sample.Memory.PrivateBytes).OfType<long>().ToList();
        for (var at = 0; at + StillLooks <= held.Count; at++)
            if (held[at] >= smallest && held[(at + 1)..(at + StillLooks)].TrueForAll(later => later <= held[at] * Still))
                return held[at];
        return null;
    }
}
