namespace Lowtide.Recordings;

/// <summary>
/// Everything that analysis may know: taken live for one instant, or read from a .lowtide file.
/// </summary>
/// <param name="Snapshots">In order of time; one for a live look, start and end for a file.</param>
/// <param name="Samples">In order of time; empty for a live look.</param>
/// <param name="Picture">Of the master, from the recording's start; serves the workers that it forks later.</param>
/// <param name="ClosedCleanly">False when the recorder was killed; what it had written is whole all the same.</param>
public sealed record Recording(
    Host Host,
    IReadOnlyList<FamilySnapshot> Snapshots,
    IReadOnlyList<Sample> Samples,
    IReadOnlyList<Unreadable> CouldNotRead,
    ForkPicture? Picture = null,
    bool ClosedCleanly = true)
{
    /// <summary>No number in a file is larger, nor smaller below 0: doubles, and so readers of JSON, hold them exactly.</summary>
    public const long Largest = 1L << 53;

    /// <summary>Nor is a time in seconds: three hundred years.</summary>
    public const double LongestSeconds = 1e10;

    /// <summary>In order of time; empty for a live look.</summary>
    public IReadOnlyList<SystemSample> SystemSamples { get; init; } = [];

    /// <summary>Null where they were not watched.</summary>
    public PageFaults? Faults { get; init; }

    /// <summary>Null where no .NET process was listened to.</summary>
    public DotNetTrace? DotNet { get; init; }

    /// <summary>After which the server's load begins again; nobody records that, whoever looks says it.</summary>
    public TimeSpan LoadPeriod { get; init; } = TimeSpan.FromDays(1);

    /// <summary>From there on a request is slow; whoever looks says it.</summary>
    public TimeSpan SlowRequest { get; init; } = TimeSpan.FromMilliseconds(500);

    public FamilySnapshot Latest => Snapshots[^1];

    /// <summary>What the family may still take before the kernel ends a process: of its cgroup or of the machine, whichever has less; null where neither is
    /// known.</summary>
    public long? RoomBytes => new[] { Latest.Cgroup?.BytesToKill, Host.AvailableBytes }.Min();

    /// <summary>No worker was seen at any time.</summary>
    public bool IsOfOneProcess => Snapshots.All(family => family.Workers.Count == 0) && Samples.All(sample => sample.Role != Role.Worker);
}

/// <summary>One process at one second of a recording.</summary>
/// <param name="Seconds">Since the recording began, on the monotonic clock.</param>
/// <param name="Role">Master or worker at that time.</param>
/// <param name="Collections">Collections so far by generation, youngest first; null where not read.</param>
public sealed record Sample(
    double Seconds,
    int Pid,
    long StartTicks,
    Role Role,
    MemoryUse Memory,
    IReadOnlyList<long>? Collections)
{
    /// <inheritdoc cref="GenerationFacts.Collected"/>
    public long? CollectedObjects { get; init; }

    /// <summary>
    /// Page faults so far that needed no reading from storage (minflt, proc_pid_stat(5)): each is the first touch of a page or a copy of a
    /// shared one. This and what follows is null where it was not read.
    /// </summary>
    public long? MinorFaults { get; init; }

    /// <summary>Page faults so far that waited for storage (majflt).</summary>
    public long? MajorFaults { get; init; }

    /// <summary>Whether its runtime took itself apart to end.</summary>
    public bool? Finalizing { get; init; }

    /// <inheritdoc cref="ProcessFacts.StackStart"/>
    public ulong? StackStart { get; init; }

    /// <summary>Where Ruby's kit is at work.</summary>
    public RubyCounts? Ruby { get; init; }

    /// <summary>Read less often than the rest, since it takes longer: of a serving Ruby, where a budget allows it.</summary>
    public HeapUse? Heap { get; init; }
}

public enum Role
{
    Master = 0,
    Worker = 1,
}

/// <summary>Something Lowtide wanted to read and could not.</summary>
/// <param name="Code">For programs: "subject.what", the same for as long as it means the same; of a rule that cannot tell, its id.</param>
/// <param name="Mend">The capability or command that would give it; null where nothing would.</param>
public sealed record Unreadable(string Code, string What, string Why, string? Mend)
{
    /// <summary>A recording's end: its recorder was killed, or what it recorded ended first.</summary>
    public const string End = "recording.end";

    /// <summary>Nothing is known of a .NET runtime's pauses.</summary>
    public const string DotNetCollections = "dotnet.collections";
}
