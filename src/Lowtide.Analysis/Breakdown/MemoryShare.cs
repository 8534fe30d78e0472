namespace Lowtide.Analysis.Breakdown;

/// <summary>What a part of a process's memory is.</summary>
public enum MemoryShareKind
{
    RubyLiveSlots,
    RubyFreeSlots,

    /// <summary>What young arrays, hashes and structs hold, in Ruby 3.1.</summary>
    RubyTransient,

    /// <summary>Where a walk through all objects was asked for.</summary>
    MallocOfObjects,

    /// <summary>In use; all of it where no walk was asked for.</summary>
    MallocOfOthers,

    /// <summary>Freed, and malloc_trim would give it back.</summary>
    MallocTrimmable,

    /// <summary>Freed, and nothing gives it back: on pages with used chunks, at the end of thread arenas, kept by threads.</summary>
    MallocUntrimmable,

    /// <summary>Program and libraries, and what else of files is mapped and was not written to.</summary>
    Code,

    LibraryData,
    MadeCode,
    Stacks,
    SharedMemory,

    /// <summary>What is left: anonymous memory that shows nothing of what it is for.</summary>
    Other,
}

/// <param name="Bytes">Of PSS.</param>
public sealed record MemoryShare(MemoryShareKind Kind, long Bytes);
