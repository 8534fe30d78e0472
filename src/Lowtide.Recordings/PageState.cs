namespace Lowtide.Recordings;

/// <summary>
/// What became of one page of a worker since its fork; a byte a page in recordings, so the numbers
/// are part of the file format and are never reused.
/// </summary>
public enum PageState : byte
{
    /// <summary>Not in memory, or a page of a file that nobody wrote.</summary>
    None = 0,

    /// <summary>Inherited, and still the very frame that another member of the family maps.</summary>
    InheritedShared = 1,

    /// <summary>Inherited, copied, and byte for byte what the master still has: a write that undid itself.</summary>
    CopiedIdentical = 2,

    /// <summary>Inherited, copied, and different only in words that link the collector's lists.</summary>
    CopiedRelinked = 3,

    /// <summary>Inherited, copied, and different.</summary>
    CopiedChanged = 4,

    /// <summary>Not inherited: the master has no page there.</summary>
    New = 5,

    Swapped = 6,

    /// <summary>Merged by the kernel with an identical page (KSM).</summary>
    Merged = 7,

    /// <summary>Private to this worker, and nothing proves that it was or was not inherited.</summary>
    Undecided = 8,
}
