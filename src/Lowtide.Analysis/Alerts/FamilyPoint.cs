using Lowtide.Recordings.Watching;

namespace Lowtide.Analysis.Alerts;

/// <summary>A watched family at one look, as far as alerts ask.</summary>
/// <param name="At">On a clock that nobody sets.</param>
public sealed record FamilyPoint(TimeSpan At)
{
    /// <summary>Null where one of its processes was not read yet.</summary>
    public long? PssBytes { get; init; }

    /// <summary>What a worker shares, in the mean; null without workers, and where one was not read yet.</summary>
    public double? SharedBytes { get; init; }

    public int Workers { get; init; }

    /// <summary>It has another master than at the look before, or was not there.</summary>
    public bool HasBegun { get; init; }

    /// <summary>Of its cgroup; null where there is none.</summary>
    public long? LimitBytes { get; init; }

    /// <summary>What its cgroup may still take.</summary>
    public long? LeftBytes { get; init; }

    /// <summary>Workers that have ended since the look before.</summary>
    public int Ends { get; init; }

    /// <summary>Processes that the kernel killed for memory since the look before.</summary>
    public int Kills { get; init; }

    /// <summary>Null of one whose runtime nobody listens to.</summary>
    public DotNetPoint? DotNet { get; init; }

    /// <param name="events">Of this look and this family.</param>
    /// <param name="before">When it was looked at before.</param>
    public static FamilyPoint Of(WatchedFamily family, IEnumerable<WatchedEvent> events, TimeSpan at, TimeSpan before)
    {
        var workers = family.Processes.Where(process => process.Slot != WatchedProcess.Master).ToList();
        var told = events.ToList();
        return new FamilyPoint(at)
        {
            PssBytes = family.PssBytes,
            SharedBytes = workers.Count > 0 && workers.TrueForAll(worker => worker.Memory.SharedBytes is not null)
                ? workers.Average(worker => (double)worker.Memory.SharedBytes!.Value) : null,
            Workers = workers.Count,
            HasBegun = told.Exists(one => one.Kind is WatchedEventKind.Found or WatchedEventKind.Restarted),
            LimitBytes = family.Cgroup?.LimitBytes,
            LeftBytes = family.Cgroup?.BytesToKill,
            Ends = told.Where(one => one.Kind == WatchedEventKind.WorkerEnded).Sum(one => 1 + one.Others),
            Kills = told.Where(one => one.Kind == WatchedEventKind.KilledForMemory).Sum(one => 1 + one.Others),
            DotNet = family.DotNet is { } collections ? DotNetPoint.Of(collections, at, (at - before).TotalSeconds) : null,
        };
    }
}
