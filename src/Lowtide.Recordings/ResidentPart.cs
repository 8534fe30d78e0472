namespace Lowtide.Recordings;

/// <summary>What a process's memory is for, as far as that is told from outside: anonymous memory, but for <see cref="RuntimeCode"/>.</summary>
public enum MemoryPurpose
{
    /// <summary>Pages of Ruby's heap, wherever they lie.</summary>
    RubyPages,

    /// <summary>Ruby 3.1's transient heap: what young arrays, hashes and structs hold.</summary>
    RubyTransient,

    /// <summary>The break and the heaps of malloc's thread arenas.</summary>
    Malloc,

    /// <summary>What malloc has mapped for one block alone.</summary>
    LargeBlocks,

    /// <summary>The first thread's, and memory behind one page that nobody may touch: other threads' and fibers'.</summary>
    Stacks,

    /// <summary>Pages of mapped files that the process has written to.</summary>
    LibraryData,

    /// <summary>Code made at run time.</summary>
    MadeCode,

    /// <summary>A .NET collector's heap, with its tables.</summary>
    ManagedHeap,

    Other,

    /// <summary>What CoreCLR maps twice: code that it made, and types that it loaded. Shared memory, of this process alone.</summary>
    RuntimeCode,

    /// <summary>Pools of CPython's pymalloc, wherever they lie. Last, for recordings keep these as numbers.</summary>
    PythonPools,
}

/// <summary>Resident memory of one purpose.</summary>
/// <param name="SharedBytes">Of these, on pages that another process maps too.</param>
public sealed record ResidentPart(MemoryPurpose Purpose, long Bytes, long SharedBytes)
{
    /// <summary>Not resident, and kept in swap; null where it was not counted.</summary>
    public long? SwappedBytes { get; init; }
}
