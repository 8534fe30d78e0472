namespace Lowtide.Analysis.Recycling;

/// <summary>A family at one look, as far as recycling asks.</summary>
public sealed record GuardedFamily(IReadOnlyList<GuardedWorker> Workers)
{
    /// <summary>Null where a process of it was never read.</summary>
    public long? PssBytes { get; init; }

    /// <summary>Of processors, all its processes together, since the look before; null at the first.</summary>
    public double? Busy { get; init; }

    /// <summary>The median of the last hour; null before enough is seen.</summary>
    public double? UsualBusy { get; init; }

    /// <summary>Until its cgroup or the machine is full; null where neither tells.</summary>
    public long? RoomBytes { get; init; }

    /// <summary>Null where too few workers were seen from their start.</summary>
    public FreshWorker? Fresh { get; init; }

    /// <summary>A worker was started by a recycle, and is what there is to learn from.</summary>
    public bool IsLearning { get; init; }

    /// <summary>For how long one has to live for that.</summary>
    public double LearnSeconds { get; init; }

    /// <summary>That served at once, within the last minutes.</summary>
    public int MostServing { get; init; }

    /// <summary>Whether its server can start another before one ends.</summary>
    public bool HasStandby { get; init; }

    /// <summary>A process without a master: whoever starts it anew is another.</summary>
    public bool IsAlone { get; init; }

    /// <summary>"cpython.gc-freeze would save 579-686 MiB": what the latest look into its pages offers; null where it offers nothing.</summary>
    public string? Instead { get; init; }
}

/// <param name="Slot">Its place.</param>
/// <param name="PrivateBytes">What would be freed if it ended; null where it was not read.</param>
/// <param name="SharedBytes">What its end may copy once: an interpreter that takes all apart writes to what it shares.</param>
/// <param name="Serves">It has been seen to wait for requests, or to have one: the only ones that may be asked to end. Before that a worker has its master's
/// handlers: a uWSGI worker that gets SIGHUP then reloads the whole server.</param>
public sealed record GuardedWorker(int Pid, long StartTicks, string Slot, long? PrivateBytes, long? SharedBytes, bool Serves);

/// <summary>What has been done so far.</summary>
public sealed record GuardState
{
    /// <summary>Within the last hour.</summary>
    public int Respawns { get; init; }

    /// <summary>Left of the whole machine's budget.</summary>
    public int HostLeft { get; init; } = int.MaxValue;

    /// <summary>Why nothing may be done now, whatever is over a limit: the history is not written, say.</summary>
    public string? Held { get; init; }

    /// <summary>Why the server's own door is closed; null where it is open.</summary>
    public string? Closed { get; init; }

    /// <summary>For how long one has been over a limit.</summary>
    public TimeSpan OverFor { get; init; }

    /// <summary>For how long nothing but a quiet moment has been waited for.</summary>
    public TimeSpan QuietAwaitedFor { get; init; }
}
