namespace Lowtide.Recordings;

/// <summary>What the runtime of one .NET process told of its collector, by EventPipe or from a .nettrace file.</summary>
/// <param name="StartSeconds">When it was first listened to, on the clock of <see cref="Sample.Seconds"/>; 0 of a .nettrace.</param>
/// <param name="Seconds">For so long. All times below are from its beginning.</param>
/// <param name="Collections">In order of their start; one that had not ended is left out.</param>
/// <param name="Pauses">In order of time. A background collection stops all threads twice or more, so that these are more than the collections.</param>
/// <param name="Allocations">Most bytes first; null where they were not sampled.</param>
/// <param name="Waits">Of threads that wanted memory, for a background collection; null where the runtime does not tell.</param>
/// <param name="Stacks">Each once; others point here by its index.</param>
/// <param name="Settings">Null where the end of the trace, which tells them, is missing.</param>
/// <param name="LostEvents">That the runtime had to drop.</param>
/// <param name="MethodsNamed">Whether the end of the trace named the methods; otherwise frames are addresses.</param>
public sealed record DotNetTrace(
    int Pid,
    double StartSeconds,
    double Seconds,
    IReadOnlyList<DotNetCollection> Collections,
    IReadOnlyList<DotNetPause> Pauses,
    IReadOnlyList<DotNetAllocations>? Allocations,
    IReadOnlyList<DotNetWait>? Waits,
    IReadOnlyList<DotNetStack> Stacks,
    DotNetSettings? Settings,
    long LostEvents,
    bool MethodsNamed)
{
    /// <summary>By the runtime's own numbers, from the first that was told on; null where none was.</summary>
    public long? CountedCollections { get; init; }

    /// <summary>Of these, those that were not told, or not so that they could be put together.</summary>
    public long MissingCollections { get; init; }

    /// <summary>
    /// The session was asked for call stacks, so that an empty one says that no code of the program was there. False where that is not known: of traces
    /// in which no event has any, and of recordings from before it was kept.
    /// </summary>
    public bool StacksTold { get; init; }

    /// <summary>By the clock; null where it was not read.</summary>
    public DateTimeOffset? BeganAt { get; init; }

    /// <summary>Null where the runtime did not tell which objects survive.</summary>
    public DotNetDeaths? Deaths { get; init; }

    /// <summary>Null where nobody asked for them.</summary>
    public IReadOnlyList<RequestTimes>? Requests { get; init; }

    /// <summary>Without those that are there only because somebody listens.</summary>
    public IEnumerable<DotNetPause> OwnPauses => Pauses.Where(pause => !pause.TellsSurvivors);

    /// <summary>Likewise.</summary>
    public double PauseSeconds => OwnPauses.Sum(pause => pause.Seconds);

    public DotNetStack? Stack(int? index) => index is { } known ? Stacks[known] : null;
}

/// <summary>All threads of the process stood still, for a collection.</summary>
/// <param name="At">Seconds from the trace's beginning, when the runtime began to stop them.</param>
public sealed record DotNetPause(double At, double Seconds)
{
    /// <summary>
    /// A third stop of a background collection, in which it tells what survives: it is made only while somebody listens for that
    /// (GCHeapSurvivalAndMovement).
    /// </summary>
    public bool TellsSurvivors { get; init; }
}

/// <summary>A thread that wanted memory waited for a background collection.</summary>
/// <param name="Thread">The operating system's id.</param>
/// <param name="ForLarge">For a large object; else for any, as memory was short.</param>
public sealed record DotNetWait(double At, double Seconds, long Thread, bool ForLarge = true);

/// <summary>Allocations of one type by one way, estimated from samples.</summary>
/// <param name="Samples">Those seen.</param>
/// <param name="Bytes">What they stand for.</param>
/// <param name="Stack">Index into <see cref="DotNetTrace.Stacks"/>; null for what exceeded the bound on different ways.</param>
public sealed record DotNetAllocations(string Type, DotNetHeap Heap, long Samples, long Bytes, int? Stack);

/// <summary>Numbers as in the runtime's own events (GCAllocationKind); part of the file format.</summary>
public enum DotNetHeap
{
    Small = 0,
    Large = 1,
    Pinned = 2,
}

/// <param name="Frames">Namespace.Type.Method, the outermost first, without native code; addresses where no name is known.</param>
public sealed record DotNetStack(IReadOnlyList<string> Frames);

/// <summary>The collector's settings, as the runtime gave them at the end of the trace (GCSettingsRundown).</summary>
/// <param name="HardLimitBytes">0: none.</param>
/// <param name="PhysicalMemoryBytes">That the collector reckons with: GCTotalPhysicalMemory, 0 where not set.</param>
/// <param name="HighMemoryPercent">GCHighMemPercent; 0 where not set, which means 90, or more from 80 GiB of memory on.</param>
/// <param name="Server">Null where the start-up flags were not in the trace.</param>
public sealed record DotNetSettings(
    long HardLimitBytes,
    long LohThresholdBytes,
    long PhysicalMemoryBytes,
    [Signed] long Gen0MinBudgetBytes,
    [Signed] long Gen0MaxBudgetBytes,
    int HighMemoryPercent,
    bool Concurrent,
    bool LargePages,
    bool? Server);
