using Lowtide.Recordings.Watching;

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

    /// <summary>When second 0 of its samples was, where that is not the first look: of a stretch of a history.</summary>
    public DateTimeOffset? SampledFrom { get; init; }

    /// <summary>Whom the kernel killed for memory meanwhile, in order of time; null where nobody watched for that, as whoever records or looks once.</summary>
    public IReadOnlyList<WatchedEvent>? Kills { get; init; }

    /// <summary>When it began.</summary>
    public DateTimeOffset BeganAt => SampledFrom ?? Snapshots[0].At;

    public FamilySnapshot Latest => Snapshots[^1];

    /// <summary>What the family may still take before the kernel ends a process: of its cgroup or of the machine, whichever has less; null where neither is
    /// known.</summary>
    public long? RoomBytes => new[] { Latest.Cgroup?.BytesToKill, Host.AvailableBytes }.Min();

    /// <summary>No worker was seen at any time.</summary>
    public bool IsOfOneProcess => Snapshots.All(family => family.Workers.Count == 0) && Samples.All(sample => sample.Role != Role.Worker);
}
