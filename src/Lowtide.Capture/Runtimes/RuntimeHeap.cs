using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Runtimes;

/// <summary>The heap of one process's runtime, read whole, once: all that Capture's general layers know of it.</summary>
/// <param name="Spans">Its memory, in order of address, none of it twice.</param>
/// <param name="Pictures">Cell by cell.</param>
public abstract record RuntimeHeap(IReadOnlyList<HeapSpan> Spans, IReadOnlyList<HeapPicture> Pictures)
{
    /// <summary>Resident parts of files, in memory or on disk, that are the runtime's: no anonymous memory.</summary>
    public IReadOnlyList<ResidentPart> PartsOfFiles { get; init; } = [];

    /// <summary>The member with what a snapshot keeps of its heap.</summary>
    /// <param name="census">Of the member's pages; null where there is none.</param>
    public abstract Member AddTo(Member member, PageCensus? census);
}

/// <summary>Memory of one purpose, wherever it lies: between two addresses.</summary>
[StructLayout(LayoutKind.Auto)]
public readonly record struct HeapSpan(ulong Start, ulong End, MemoryPurpose Purpose);
