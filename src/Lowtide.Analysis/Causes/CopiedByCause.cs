using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>A worker's copied bytes by cause and by type of the objects that tell it.</summary>
public sealed record CopiedByCause(IReadOnlyList<CauseBytes> Rows)
{
    /// <returns>Null where the worker's pages have not been traced.</returns>
    public static CopiedByCause? Of(Member? master, Member worker)
    {
        if (worker.Copies is not { } copies)
            return null;
        var collections = CollectionsSinceFork.Of(master, worker);
        return new CopiedByCause([.. copies
            .GroupBy(copied => (Cause: CauseOf(copied.Trace, collections?.ReachedInherited), copied.Type))
            .Select(same => new CauseBytes(same.Key.Cause, same.Key.Type, same.Sum(copied => copied.Bytes)))
            .OrderByDescending(row => row.Bytes)]);
    }

    public long BytesOf(CopyCause cause) => Rows.Where(row => row.Cause == cause).Sum(row => row.Bytes);

    /// <param name="reached">Whether a collection can have walked what the worker inherited; null where nobody knows.</param>
    private static CopyCause CauseOf(CopyTrace trace, bool? reached) => trace switch
    {
        CopyTrace.Content => CopyCause.PayloadWrite,
        CopyTrace.Reused => CopyCause.AllocatorReuse,
        CopyTrace.Cache => CopyCause.CacheFill,
        CopyTrace.Count => CopyCause.ReferenceCount,
        CopyTrace.Links => CopyCause.Collector,
        // Reads may have been there too; a collection that walked the heap has copied it in any case.
        CopyTrace.SameTracked when reached == true => CopyCause.Collector,
        CopyTrace.SameTracked when reached == false => CopyCause.ReferenceCount,
        CopyTrace.SameUntracked => CopyCause.ReferenceCount,
        CopyTrace.Unknown when reached == false => CopyCause.ReferenceCount,
        _ => CopyCause.Undecided,
    };
}

/// <param name="Type">"" for memory of no object.</param>
public sealed record CauseBytes(CopyCause Cause, string Type, long Bytes);
