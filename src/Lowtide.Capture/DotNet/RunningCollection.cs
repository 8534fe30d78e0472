using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>A collection of which the runtime's events have told a part so far.</summary>
internal sealed class RunningCollection(int number, int generation, CollectionKind kind, CollectionReason reason, double at)
{
    public int Number { get; } = number;

    public CollectionKind Kind { get; } = kind;

    public CollectionReason Reason { get; } = reason;

    public bool IsDone { get; set; }

    /// <summary>For its history, while what came was asked for.</summary>
    public bool Waited { get; set; }

    public double PausedFrom { get; set; }

    public double SuspendSeconds { get; set; }

    public double PauseSeconds { get; set; }

    public double? EndedAt { get; set; }

    public int? Stack { get; set; }

    public int? Heaps { get; set; }

    public bool? Compacting { get; set; }

    public int? MemoryLoad { get; set; }

    public long? Committed { get; set; }

    public long[]? Before { get; set; }

    public long[]? FreeAfter { get; set; }

    public long[]? After { get; set; }

    public long[]? Promoted { get; set; }

    public DotNetCollection Result() => new(
        Number, generation, Kind, Reason, at, EndedAt!.Value - at, PauseSeconds, SuspendSeconds, Compacting, Heaps, MemoryLoad,
        Before, After, Promoted, Stack)
    {
        CommittedBytes = Committed,
        FreeAfter = FreeAfter,
    };
}
