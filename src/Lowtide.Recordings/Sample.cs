namespace Lowtide.Recordings;

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
