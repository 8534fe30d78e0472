namespace Lowtide.Analysis.Causes;

/// <summary>
/// Whose write copied an inherited page. A page that several have written goes to the one that stands last among those that
/// the others' remedies would have left: the payload before the allocator, that before caches, these before reference
/// counts, and the collector last of all.
/// </summary>
public enum CopyCause
{
    Collector,
    ReferenceCount,
    AllocatorReuse,
    CacheFill,
    PayloadWrite,
    Undecided,
}
