namespace Lowtide.Analysis.Breakdown;

/// <summary>What a part of a process's memory is.</summary>
public enum MemoryShareKind
{
    RubyLiveSlots,
    RubyFreeSlots,

    /// <summary>What young arrays, hashes and structs hold, in Ruby 3.1.</summary>
    RubyTransient,

    /// <summary>Of CPython's own heap, in which objects up to 512 bytes are: blocks that were handed out and not freed.</summary>
    PythonBlocks,

    /// <summary>The rest of it: free blocks, and pools without an object.</summary>
    PythonFreeBlocks,

    /// <summary>Of a .NET collector's heap. In each generation what the last collection left, without what is free among the objects; likewise of large and
    /// of pinned objects.</summary>
    ManagedGeneration0,
    ManagedGeneration1,
    ManagedGeneration2,
    ManagedLarge,
    ManagedPinned,

    /// <summary>Free among its objects.</summary>
    ManagedFree,

    /// <summary>Allocated since that collection, or given no object yet, and the collector's tables; all of the heap where no collection was told.</summary>
    ManagedRest,

    /// <summary>Where a walk through all objects was asked for.</summary>
    MallocOfObjects,

    /// <summary>In use; all of it where no walk was asked for.</summary>
    MallocOfOthers,

    /// <summary>Freed, and malloc_trim would give it back.</summary>
    MallocTrimmable,

    /// <summary>Freed, and nothing gives it back: on pages with used chunks, at the end of thread arenas, kept by threads.</summary>
    MallocUntrimmable,

    /// <summary>Where the malloc is another than glibc's: anonymous memory that shows nothing else of what it is for, which is mostly that malloc's;
    /// without what <see cref="OtherMallocFree"/> tells apart.</summary>
    OtherMalloc,

    /// <summary>Of jemalloc's, as far as its arenas tell it: freed and not given back, and free in slabs.</summary>
    OtherMallocFree,

    /// <summary>Program and libraries, and what else of files is mapped and was not written to.</summary>
    Code,

    LibraryData,
    MadeCode,

    /// <summary>Of .NET, with the types that it loaded.</summary>
    RuntimeCode,
    Stacks,
    SharedMemory,

    /// <summary>What is left: anonymous memory that shows nothing of what it is for.</summary>
    Other,
}

/// <param name="Bytes">Of PSS.</param>
public sealed record MemoryShare(MemoryShareKind Kind, long Bytes);
