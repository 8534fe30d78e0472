namespace Lowtide.Analysis.Recycling;

public enum RecycleKind
{
    /// <summary>Nothing is over a limit.</summary>
    Nothing,

    /// <summary>Not now: it may be in a while.</summary>
    Wait,

    /// <summary>It would gain nothing, or cannot be done.</summary>
    Refuse,
    Recycle,
}

/// <param name="Reason">One of <see cref="RecycleReason"/>: what is told once while it stays.</param>
/// <param name="Why">A sentence's end, for a person.</param>
public sealed record RecycleDecision(RecycleKind Kind, string Reason, string Why)
{
    public static readonly RecycleDecision Nothing = new(RecycleKind.Nothing, RecycleReason.UnderLimit, "nothing is over its limit");

    /// <summary>Whom it is about; null where nobody is.</summary>
    public GuardedWorker? Worker { get; init; }

    /// <summary>Of the worker's memory, on the mean until its turn would come again; null where that is not known yet.</summary>
    public long? GainBytes { get; init; }

    /// <summary>Whether another must serve before this one is asked: else too few would meanwhile.</summary>
    public bool WithStandby { get; init; }
}

/// <summary>Ids, for logs and tests.</summary>
public static class RecycleReason
{
    public const string UnderLimit = "under-limit", OverLimit = "over-limit", Held = "held", Closed = "door-closed", NoGain = "no-gain", Learning = "learning",
        Budget = "budget", HostBudget = "host-budget", Serving = "too-few-serve", Room = "no-room", Busy = "busy",
        Unread = "unread";
}
