namespace Lowtide.Capture.Sight;

/// <summary>What whoever runs Lowtide can see on this machine, and what this kernel is good for.</summary>
public sealed record HostSight
{
    /// <summary>Null where it could not be read.</summary>
    public required uint? UserId { get; init; }

    /// <summary>In an order that people read: processes first, then what is seen of each.</summary>
    public required IReadOnlyList<Visibility> Sights { get; init; }

    public required KernelTraits Kernel { get; init; }

    public bool IsWhole => Sights.All(sight => sight.IsWhole);
}

/// <summary>One thing to see, tried and not deduced.</summary>
/// <param name="Seen">Of how many processes; 1 or 0 for what is of the whole machine.</param>
/// <param name="All">1 for what is of the whole machine.</param>
/// <param name="Why">Why not all; null where all is seen.</param>
/// <param name="Mend">What would give the rest; null where nothing would, or nothing is missing.</param>
public sealed record Visibility(SightKind Kind, int Seen, int All, string? Why = null, string? Mend = null)
{
    /// <summary>The pid of a process of which it is not seen; null where all are, or it is of the whole machine.</summary>
    public int? Example { get; init; }

    /// <summary>One thing for all processes: seen or not.</summary>
    public bool OfTheMachine { get; init; }

    public bool IsWhole => Seen == All;
}

/// <summary>A document's words for these are their names in snake_case.</summary>
public enum SightKind
{
    Processes,
    Pages,
    Memory,
    SharedWithWhom,
    MergedPages,
    PageFaults,
    KernelPageFaults,
    DotnetEvents,
}

/// <summary>What differs from kernel to kernel. Null is "not known".</summary>
/// <param name="Release">As uname(2) has it.</param>
/// <param name="ListsPages">PAGEMAP_SCAN, Linux 6.7: what a process reserves costs nothing.</param>
/// <param name="CountsAreAverages">CONFIG_NO_PAGE_MAPCOUNT: PSS and "mapped once" are averages within large pages.</param>
/// <param name="HidesProcesses">The mount option of /proc, proc(5); null where it hides none.</param>
/// <param name="FiltersCalls">Whether Lowtide itself runs under a filter of system calls.</param>
public sealed record KernelTraits(string Release, bool? ListsPages, bool? CountsAreAverages, string? HidesProcesses, bool? FiltersCalls);
