namespace Lowtide.Recordings.Watching;

/// <summary>What happened once.</summary>
/// <param name="Pid">Of whom it happened to.</param>
public sealed record WatchedEvent(DateTimeOffset At, string Family, WatchedEventKind Kind, int Pid)
{
    /// <summary>The place of a worker; null of a whole family.</summary>
    public string? Slot { get; init; }

    /// <summary>What it held when it was last read; null where it never was.</summary>
    public MemoryUse? Memory { get; init; }

    /// <summary>When that was read.</summary>
    public DateTimeOffset? ReadAt { get; init; }

    /// <summary>What it used of a processor before it was seen last; null where it was seen once.</summary>
    public double? Busy { get; init; }

    /// <summary>What was resident of it as the kernel killed it, by its log; null where that was not read, and of all else.</summary>
    public long? ResidentBytes { get; init; }

    /// <summary>From when on its private memory rose, up to the end; null where it did not, or that cannot be told.</summary>
    public DateTimeOffset? GrowingSince { get; init; }

    /// <summary>What it held of its own then. Where it did not rise: the most that it had held before. Null where neither can be told.</summary>
    public long? GrewFromBytes { get; init; }

    /// <summary>The id of the finding that explained the family's memory at the latest look into it; null where none did, or nobody had looked.</summary>
    public string? Cause { get; init; }

    /// <summary>Why it was done, in a sentence; null of what just happened.</summary>
    public string? Why { get; init; }

    /// <summary>Which alert was raised or is over; null of all else.</summary>
    public string? Alert { get; init; }

    /// <summary>So many more, to whom the same happened at this look, are not told one by one.</summary>
    public int Others { get; init; }
}

/// <summary>Kept by name: a name stays.</summary>
public enum WatchedEventKind
{
    /// <summary>A server was there that was not there before.</summary>
    Found = 0,

    /// <summary>It is gone, and nothing came in its place.</summary>
    Ended = 1,

    /// <summary>Another head serves under the same label.</summary>
    Restarted = 2,
    WorkerEnded = 3,

    /// <summary>By the kernel, for memory.</summary>
    KilledForMemory = 4,

    /// <summary>It lives, and the settings leave it out now.</summary>
    LeftAlone = 7,

    /// <summary>An alert was raised, or is over; <see cref="WatchedEvent.Alert"/> says which.</summary>
    AlertRaised = 5,
    AlertOver = 6,

    /// <summary>A guard has asked a worker to end; it is kept before it is asked.</summary>
    RecycleAsked = 8,

    /// <summary>That one has ended, and another serves.</summary>
    Recycled = 9,

    /// <summary>It has not ended, or nobody serves in its place.</summary>
    RecycleFailed = 10,

    /// <summary>A guard would have asked it, and only says so.</summary>
    WouldRecycle = 11,

    /// <summary>One is over its limit, and a guard does nothing; told when that begins.</summary>
    GuardWaits = 12,

    /// <summary>One that was to be asked was not after all, and goes on as before.</summary>
    RecycleNotAsked = 13,
}
