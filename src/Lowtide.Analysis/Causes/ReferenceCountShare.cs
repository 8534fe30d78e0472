using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>How much of what a worker copied reads would have copied without any collection, as an interval.</summary>
/// <param name="LowBytes">Counts changed and nothing else that would have copied the page, or no collection can have come there; of what a
/// collection copied, the least that pages near by say was read.</param>
/// <param name="HighBytes">The most of that, and all of which nobody knows.</param>
public sealed record ReferenceCountShare(long LowBytes, long HighBytes, long IdenticalBytes, bool Traced, CollectionsSinceFork? Collections)
{
    /// <returns>Null where nothing can be said.</returns>
    public static ReferenceCountShare? Of(FamilySnapshot family, Member worker)
    {
        if (worker.Census?.Tally is not { } tally)
            return null;
        var collections = CollectionsSinceFork.Of(family, worker);
        if (CopiedByCause.Of(family, worker) is { } traced)
            return new ReferenceCountShare(
                traced.BytesOf(CopyCause.ReferenceCount),
                traced.BytesOf(CopyCause.ReferenceCount) + traced.BytesOf(CopyCause.Collector) - traced.SurelyCollectors
                    + traced.BytesOf(CopyCause.Undecided) + tally.UndecidedBytes,
                tally.CopiedIdenticalBytes,
                Traced: true,
                collections);
        return collections is { ReachedInherited: false }
            ? new ReferenceCountShare(
                tally.CopiedIdenticalBytes, tally.CopiedIdenticalBytes + tally.UndecidedBytes, tally.CopiedIdenticalBytes, Traced: false, collections)
            : null;
    }
}
