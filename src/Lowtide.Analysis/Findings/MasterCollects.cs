using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// The master itself runs full collections after it has forked: whatever a worker shares with it is the worker's alone since. Celery's pool calls
/// gc.collect() before each fork, so that only its last worker shares anything; no remedy in a worker changes that.
/// </summary>
public sealed class MasterCollects : IFindingRule
{
    public const string FindingId = "cpython.master-collects";

    public string Id => FindingId;

    public string Title => "the master collects between forks";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var before = family.Workers.Where(worker => CollectorShare.IsMasters(family, worker)).ToList();
        if (before.Count == 0)
            return Examination.Nothing;
        var share = CollectorShare.OfMaster(family);
        var masters = OwnBytes(family);
        var bytes = share.CopiedBytes + masters;
        if (!Amount.Matters(bytes, family))
            return Examination.Nothing;
        var most = before.Max(worker => CollectionsSinceFork.Of(family, worker)!.MasterFullAtLeast);
        var evidence = CollectorCopies.Pages(share);
        evidence.Add(most > 0
            ? new Evidence("master_full_collections", most,
                $"{most} full collections of the master since it forked the first of them, at least: its counters are ahead of the worker's")
            : new Evidence("master_full_collections", null, "the workers' counters of full collections rise in the order of their forks"));
        if (masters > 0)
            evidence.Add(new Evidence("master_own_bytes", masters,
                $"{Amount.Bytes(masters)} the master has to itself, while its workers still share them with each other"));
        if (Later(family, before) is { } later)
            evidence.Add(later);
        evidence.AddRange(CollectorCallers.Of(family.Members, "gc.collect"));
        return Examination.Found(new Finding(
            Id,
            $"The master collects after it has forked {(before.Count == family.Workers.Count ? "its" : $"{before.Count} of its {family.Workers.Count}")}"
                + $" workers: that copied {Amount.Range(share.LowBytes, share.HighBytes + masters)} of what they shared.",
            bytes,
            share.Workers == 0 ? null : share.CopiedBytes / share.Workers,
            evidence));
    }

    /// <summary>Pages that the master copied while all its workers went on sharing them; one worker alone has such a page to itself as well.</summary>
    internal static long OwnBytes(FamilySnapshot family) =>
        family.Workers.All(worker => CollectorShare.IsMasters(family, worker)) ? family.Master?.MasterCopiedBytes ?? 0 : 0;

    /// <summary>Those that were forked after the last such collection have copied less: the gradient.</summary>
    private static Evidence? Later(FamilySnapshot family, List<Member> before)
    {
        var (sooner, later) = (Copied(before), Copied(family.Workers.Except(before)));
        return sooner is null || later is null ? null : new Evidence("forked_later_copied_bytes", later,
            $"{Amount.Bytes(later.Value)} copied in a worker that was forked after the last of them, {Amount.Bytes(sooner.Value)} in one from before (means)");

        static long? Copied(IEnumerable<Member> workers) =>
            workers.Select(worker => worker.Census?.Tally.CopiedBytes).OfType<long>().ToList() is { Count: > 0 } known ? (long)known.Average() : null;
    }
}
