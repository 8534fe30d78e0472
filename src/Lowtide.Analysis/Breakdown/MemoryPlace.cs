namespace Lowtide.Analysis.Breakdown;

/// <summary>Where a family's memory is, as far as an answer needs it told apart.</summary>
public enum MemoryPlaceKind
{
    /// <summary>Copies that a garbage collector made of what workers inherited.</summary>
    UnsharedByCollector,

    /// <summary>As that, where reads may have copied much of it before the collector came.</summary>
    UnsharedByCollectorOrReads,

    /// <summary>Other copies of it, equal or changed.</summary>
    UnsharedOtherwise,
    NewSinceFork,

    /// <summary>The master's own, and what its workers still share with it.</summary>
    SharedWithMaster,

    /// <summary>Freed by the program, and kept by malloc.</summary>
    MallocFreed,

    /// <summary>Program code and other mapped files, and shared memory.</summary>
    Files,
    Other,
}

/// <param name="Bytes">Of the family's PSS: all places sum to it.</param>
public sealed record MemoryPlace(MemoryPlaceKind Kind, long Bytes);
