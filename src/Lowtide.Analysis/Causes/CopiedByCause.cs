using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>A worker's copied bytes by cause, and by the type of the objects that tell it.</summary>
/// <param name="Walked">What a collection copied, whether or not reads would have: the first two causes are parts of it.</param>
/// <param name="Read">How much of that reads would have copied.</param>
/// <param name="Reached">Whether a collection can have walked what the worker inherited; null where nobody knows.</param>
public sealed record CopiedByCause(IReadOnlyList<CauseBytes> Rows, long Walked, ReadShare Read, bool? Reached)
{
    /// <summary>Six rules and screens ask for it: it is summed up once a worker.</summary>
    private static readonly ConditionalWeakTable<FamilySnapshot, ConcurrentDictionary<Member, CopiedByCause?>> Known = [];

    /// <returns>Null where the worker's pages have not been traced.</returns>
    public static CopiedByCause? Of(FamilySnapshot family, Member worker) => Known
        .GetValue(family, _ => new ConcurrentDictionary<Member, CopiedByCause?>(ReferenceEqualityComparer.Instance))
        .GetOrAdd(worker, known => Sum(family, known));

    private static CopiedByCause? Sum(FamilySnapshot family, Member worker)
    {
        if (worker.Copies is not { } copies)
            return null;
        var reached = CollectionsSinceFork.Of(family, worker)?.ReachedInherited;
        var read = ReadShare.Of(worker.Reads);
        var rows = copies
            .SelectMany(copied => Causes(copied, reached, read.Surely))
            .GroupBy(row => new { row.Cause, row.Type })
            .Select(same => new CauseBytes(same.Key.Cause, same.Key.Type, same.Sum(row => row.Bytes)))
            .OrderByDescending(row => row.Bytes)
            .ToList();
        return new CopiedByCause(rows, copies.Where(copied => IsWalked(copied.Trace, reached)).Sum(copied => copied.Bytes), read, reached);
    }

    /// <summary>Whether a page is one of <see cref="Walked"/>.</summary>
    public bool IsWalked(CopyTrace trace) => IsWalked(trace, Reached);

    /// <summary>Of a page that is not; of one that is, the collector, but for <see cref="ReadShare.Surely"/> of them.</summary>
    public CopyCause CauseOf(CopyTrace trace) => CauseOf(trace, Reached);

    /// <summary>What some of the worker's copied bytes go to; the collector's are shared with reads.</summary>
    public IEnumerable<CauseBytes> CausesOf(CopiedBytes copied) => Causes(copied, Reached, Read.Surely);

    public long BytesOf(CopyCause cause) => Rows.Where(row => row.Cause == cause).Sum(row => row.Bytes);

    /// <summary>Of what a collection copied, the least that reads would not have: nothing where no page near by tells how much was read.</summary>
    public long SurelyCollectors => (long)(Walked * Read.Told * (1 - Read.High));

    private static bool IsWalked(CopyTrace trace, bool? reached) =>
        trace == CopyTrace.Links || (trace == CopyTrace.SameTracked && reached == true);

    /// <param name="reached">Whether a collection can have walked what the worker inherited; null where nobody knows.</param>
    private static IEnumerable<CauseBytes> Causes(CopiedBytes copied, bool? reached, double read)
    {
        if (!IsWalked(copied.Trace, reached))
            return [new CauseBytes(CauseOf(copied.Trace, reached), copied.Type, copied.Bytes)];
        var reads = (long)(copied.Bytes * read);
        return
        [
            new CauseBytes(CopyCause.Collector, copied.Type, copied.Bytes - reads),
            .. reads > 0 ? [new CauseBytes(CopyCause.ReferenceCount, copied.Type, reads)] : Array.Empty<CauseBytes>(),
        ];
    }

    private static CopyCause CauseOf(CopyTrace trace, bool? reached) => trace switch
    {
        CopyTrace.Content => CopyCause.PayloadWrite,
        CopyTrace.Reused => CopyCause.AllocatorReuse,
        CopyTrace.Cache => CopyCause.CacheFill,
        CopyTrace.Count => CopyCause.ReferenceCount,
        CopyTrace.SameUntracked => CopyCause.ReferenceCount,
        CopyTrace.SameTracked or CopyTrace.Unknown when reached == false => CopyCause.ReferenceCount,
        _ => CopyCause.Undecided,
    };
}

/// <param name="Type">"" for memory of no object.</param>
public sealed record CauseBytes(CopyCause Cause, string Type, long Bytes);
