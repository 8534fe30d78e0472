using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// How much of a family's copied memory is the collector's, as an interval. Pages that differ in nothing but the
/// collector's links were surely written by it; reads may have touched some of them too, and those would be
/// copied without it. Pages copied but identical may be either's. The share of the other inherited pages that reads
/// copied is taken for the share of linked pages that they touched: an estimate, which a trial settles.
/// </summary>
/// <param name="LowBytes">Copies that would not have been made without the collector.</param>
/// <param name="CopiedBytes">What it copied without changing an object, as far as bytes and counters tell.</param>
/// <param name="HighBytes">All that it can have copied: pages that were changed otherwise too, it may have
/// copied first.</param>
public sealed record CollectorShare(
    long LowBytes, long CopiedBytes, long HighBytes, long RelinkedBytes, int Workers, long InheritedBytes)
{
    public static CollectorShare Of(FamilySnapshot family)
    {
        long low = 0, copied = 0, high = 0, relinked = 0, inherited = 0;
        var workers = 0;
        foreach (var worker in family.Workers)
        {
            if (worker.Census?.Tally is not { } tally)
                continue;
            var reached = CollectionsSinceFork.Of(family.Master, worker)?.ReachedInherited == true;
            if (!reached && tally.CopiedRelinkedBytes == 0)
                continue;
            var others = tally.CopiedIdenticalBytes + tally.InheritedSharedBytes;
            var read = others == 0 ? 1 : tally.CopiedIdenticalBytes / (double)others;
            low += (long)(tally.CopiedRelinkedBytes * (1 - read));
            copied += tally.CopiedRelinkedBytes + (reached ? tally.CopiedIdenticalBytes : 0);
            high += tally.CopiedRelinkedBytes + (reached ? tally.CopiedIdenticalBytes + tally.CopiedChangedBytes : 0);
            relinked += tally.CopiedRelinkedBytes;
            inherited += tally.InheritedBytes;
            workers++;
        }
        return new CollectorShare(low, copied, high, relinked, workers, inherited);
    }
}
