namespace Lowtide.Recordings;

/// <summary>One garbage collection of a .NET process.</summary>
/// <param name="Number">The runtime's own count, from 1.</param>
/// <param name="At">Seconds from the trace's beginning, when it began; without the time to stop the threads.</param>
/// <param name="Seconds">From its beginning to its end.</param>
/// <param name="PauseSeconds">
/// For so long all threads stood still for it; of a background collection both its stops, without a <see cref="DotNetPause.TellsSurvivors"/>.
/// </param>
/// <param name="SuspendSeconds">The part of that in which the runtime waited for threads to stop.</param>
/// <param name="Compacting">Whether objects were moved; null where the trace lacks its history event, as what follows is.</param>
/// <param name="MemoryLoadPercent">Of the machine's or the container's memory, as the collector saw it.</param>
/// <param name="Before">Bytes of generation 0, 1, 2, of large and of pinned objects.</param>
/// <param name="After">Likewise, with free space among the objects.</param>
/// <param name="PromotedBytes">What survived it, by generation as above.</param>
/// <param name="Stack">Of the thread that triggered it: index into <see cref="DotNetTrace.Stacks"/>.</param>
public sealed record DotNetCollection(
    int Number,
    int Generation,
    CollectionKind Kind,
    CollectionReason Reason,
    double At,
    double Seconds,
    double PauseSeconds,
    double SuspendSeconds,
    bool? Compacting,
    int? Heaps,
    int? MemoryLoadPercent,
    IReadOnlyList<long>? Before,
    IReadOnlyList<long>? After,
    IReadOnlyList<long>? PromotedBytes,
    int? Stack)
{
    /// <summary>Generations 0, 1 and 2, and in the lists of sizes large and pinned objects.</summary>
    public const int Generations = 3, Sizes = 5;

    /// <summary>All that a process of x86-64 can address.</summary>
    public const long MostBytes = 1L << 47;

    /// <summary>
    /// That the heap had from the system when it ended, free parts too (CommittedUsage); null where the runtime did not tell.
    /// </summary>
    public long? CommittedBytes { get; init; }

    /// <summary>
    /// The part of <see cref="After"/> that was free among the objects (dotnet/runtime: gc.h, gc_generation_data); null as <see cref="Before"/> is.
    /// </summary>
    public IReadOnlyList<long>? FreeAfter { get; init; }

    /// <summary>All that survived; null of one that left a generation alone, of which it cannot tell.</summary>
    public long? LiveBytes => Generation == Generations - 1 ? PromotedBytes?.Sum() : null;

    /// <summary>Of a generation that there is, with all its sizes, and with numbers that can be: a recording holds no other.</summary>
    public bool IsWhole => Generation is >= 0 and < Generations && Enum.IsDefined(Kind)
        && Array.TrueForAll([Before, After, PromotedBytes, FreeAfter], sizes => sizes is null || (sizes.Count == Sizes && sizes.All(CanBe)))
        && Array.TrueForAll([Number, (int)Reason, Heaps ?? 0, MemoryLoadPercent ?? 0, CommittedBytes ?? 0], CanBe)
        && Array.TrueForAll([At, Seconds, PauseSeconds, SuspendSeconds], seconds => Math.Abs(seconds) <= Recording.LongestSeconds);

    private static bool CanBe(long number) => number is >= 0 and <= MostBytes;

    /// <summary>The program asked for it: GC.Collect, or what calls it.</summary>
    public bool IsInduced => Reason is CollectionReason.Induced or CollectionReason.InducedNotForced
        or CollectionReason.InducedLowMemory or CollectionReason.InducedCompacting or CollectionReason.InducedAggressive;

    /// <summary>The allocation of a large object began it.</summary>
    public bool IsForLargeObject => Reason is CollectionReason.AllocLarge or CollectionReason.OutOfSpaceLarge;
}

/// <summary>Numbers as in the runtime's GCStart event; part of the file format, as those below.</summary>
public enum CollectionKind
{
    /// <summary>All threads stand still for the whole of it.</summary>
    Blocking = 0,

    /// <summary>Of generation 2, while threads run but for two short stops.</summary>
    Background = 1,

    /// <summary>Of generation 0 or 1, blocking, while a background collection goes on.</summary>
    Foreground = 2,
}

/// <summary>Why it was begun (dotnet/runtime: gc.h, gc_reason).</summary>
public enum CollectionReason
{
    AllocSmall = 0,
    Induced = 1,
    LowMemory = 2,
    Empty = 3,
    AllocLarge = 4,
    OutOfSpaceSmall = 5,
    OutOfSpaceLarge = 6,
    InducedNotForced = 7,
    Stress = 8,
    InducedLowMemory = 9,
    InducedCompacting = 10,
    LowMemoryHost = 11,
    FullWhereProvisional = 12,
    LowMemoryHostBlocking = 13,
    BackgroundTuningSmall = 14,
    BackgroundTuningLarge = 15,
    BackgroundStepping = 16,

    /// <summary>GCCollectionMode.Aggressive: all memory that can be given back is.</summary>
    InducedAggressive = 17,
}
