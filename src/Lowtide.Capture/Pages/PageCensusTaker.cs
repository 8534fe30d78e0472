using System.Collections.Concurrent;
using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>
/// Tells of every page of every worker what became of it since the fork. A page counts as inherited only on
/// evidence: a member of the family still maps the same frame at that address, a picture of the master from before
/// the fork has it, or its content can hardly come from elsewhere. The same address alone proves nothing: master and
/// worker map new memory at the same addresses after the fork.
/// </summary>
public sealed class PageCensusTaker
{
    private readonly MemberPages? _master;
    private readonly MemberPages? _keeper;
    private readonly IReadOnlyList<MemberPages> _workers;
    private readonly MemberPages[] _all;
    private readonly ForkPicture? _before;
    private readonly bool _collectorLinks;
    private readonly CPythonHeap? _heap;
    private readonly PieceChoice? _choice;
    private readonly List<CopyTracer> _tracers = [];
    private readonly ulong _zeroFrame;
    private long _masterCopiedPages;

    private PageCensusTaker(MemberPages? master, MemberPages? keeper, IReadOnlyList<MemberPages> workers, ForkPicture? before, bool collectorLinks,
        CPythonHeap? heap, PieceChoice? choice)
    {
        _heap = heap;
        _choice = choice;
        _master = master;
        _keeper = keeper;
        _workers = workers;
        _before = before;
        _collectorLinks = collectorLinks;
        _all = [.. new[] { master, keeper }.OfType<MemberPages>(), .. workers];
        _zeroFrame = Pagemap.ZeroPageFrame();
    }

    /// <param name="collectorLinks">Whether the family runs a runtime with <see cref="CollectorLinks"/>.</param>
    /// <param name="keeper">An idle copy of the master from before its first fork.</param>
    /// <param name="before">A picture of the master from before the workers were forked, if there is one.</param>
    /// <param name="limit">How much of it is looked at; null for all.</param>
    public static FamilyCensus Take(
        ProcessFacts? master,
        ProcessFacts? keeper,
        IReadOnlyList<ProcessFacts> workers,
        bool collectorLinks,
        CPythonHeap? heap,
        ForkPicture? before,
        LookLimit? limit,
        CancellationToken cancellation)
    {
        // Where pages are first, so that the same ones are looked at in all. Then the master's: what it still shares with a worker at that moment, it cannot
        // have got later.
        var masters = master is null ? null : MemberPages.MemberAddresses.TryOpen(master);
        var keepers = masters is null || keeper is null ? null : MemberPages.MemberAddresses.TryOpen(keeper);
        var theirs = Threads.Select(workers, MemberPages.MemberAddresses.TryOpen, cancellation).OfType<MemberPages.MemberAddresses>().ToList();
        var choice = limit is null ? null : PieceChoice.Of(theirs.SelectMany(worker => worker.Touched), limit);
        var masterPages = masters?.Read(choice);
        var keeperPages = keepers?.Read(choice);
        var workerPages = Threads.Select(theirs, worker => worker.Read(choice), cancellation);
        var taker = new PageCensusTaker(masterPages, keeperPages, workerPages, before, collectorLinks, heap, choice);
        try
        {
            return taker.Take(cancellation);
        }
        finally
        {
            foreach (var pages in taker._all)
                pages.Dispose();
        }
    }

    private FamilyCensus Take(CancellationToken cancellation)
    {
        var evidence = Pagemap.ShowsFrames() ? CensusEvidence.FrameNumbers : CensusEvidence.ExclusiveBit;
        var options = new ParallelOptions
        {
            MaxDegreeOfParallelism = Threads.Most,
            CancellationToken = cancellation,
        };
        var exclusive = evidence == CensusEvidence.ExclusiveBit;
        foreach (var region in _workers.SelectMany(worker => worker.Regions))
            region.BeginCensus(traces: _heap is not null);
        Parallel.ForEach(
            // One after the other: some have much to compare, and others nothing.
            Partitioner.Create(Chunk.Cover(_workers, _all), EnumerablePartitionerOptions.NoBuffering),
            options,
            () => new ChunkCensus(_all, _master, _keeper, _before, _collectorLinks, _heap, exclusive, _zeroFrame),
            (chunk, _, census) =>
            {
                census.Take(chunk);
                return census;
            },
            census =>
            {
                Interlocked.Add(ref _masterCopiedPages, census.MasterCopiedPages);
                if (census.Traces is { } traces)
                    lock (_tracers)
                        _tracers.Add(traces);
                census.Dispose();
            });
        return new FamilyCensus(
            evidence,
            _workers.ToDictionary(
                worker => worker.Process.Pid,
                worker => new PageCensus(
                    evidence, [.. worker.Regions.Select(region => new RegionCensus(region.Region, region.States) { Traces = region.Traces })])
                {
                    Each = Each,
                }),
            _workers.Count > 1 && _master is not null ? _masterCopiedPages * Page.Size * Each : null,
            _all.Any(member => member.MergedUntold),
            _all.Any(member => member.NotSearchedThrough),
            _heap is null ? null : WorkersByIndex().ToDictionary(
                member => member.Item.Process.Pid, member => CopiesOf(member.Index)),
            _heap is null || _all.Length == 0 ? null : ReadSamples(_heap),
            _heap is null ? null : CodeNames.Name(
                _heap, [.. _tracers.Select(tracer => tracer.Code)],
                    WorkersByIndex().Select(member => (member.Item.Process.Pid, member.Index)), Each))
        {
            Sample = _choice is null ? null : new PageSample(_choice.Pieces, _choice.Each),
        };
    }

    /// <summary>So many times counts what was seen on a page.</summary>
    private int Each => _choice?.Each ?? 1;

    private Dictionary<int, ReadSample> ReadSamples(CPythonHeap heap)
    {
        // Where no collection copied anything, nobody asks what reads would have.
        if (_tracers.TrueForAll(tracer => !tracer.HasWalked))
            return [];
        var inherited = _keeper ?? _all[0];
        var pages = new LeafPages(inherited.Memory, heap).Sample(inherited.Regions);
        return WorkersByIndex().ToDictionary(
            member => member.Item.Process.Pid,
            member => LeafPages.ReadBy(member.Item, pages, WalkedBy(member.Index)));
    }

    private IEnumerable<(int Index, MemberPages Item)> WorkersByIndex() =>
        _all.Index().Where(member => member.Item != _master && member.Item != _keeper);

    private Dictionary<WalkedPlace, int> WalkedBy(int member) =>
        _tracers.SelectMany(tracer => tracer.WalkedBy(member)).GroupBy(part => part.Key).ToDictionary(part => part.Key, part => part.Sum(one => one.Value));

    private IReadOnlyList<CopiedBytes> CopiesOf(int member) =>
        [.. _tracers.SelectMany(tracer => tracer.SumsOf(member))
            .GroupBy(copied => new { copied.Trace, copied.Type })
            .Select(same => new CopiedBytes(same.Key.Trace, same.Key.Type, Each * same.Sum(copied => copied.Bytes)))
            .OrderByDescending(copied => copied.Bytes)];
}

/// <param name="Workers">By pid; a worker that could not be read is not in it.</param>
/// <param name="MasterCopiedBytes">Null with fewer than two workers: then nobody tells who copied.</param>
/// <param name="MergedUntold">Some member has pages that KSM merged, and which they are could not be read.</param>
/// <param name="NotSearchedThrough">Some member reserves more addresses than were searched for pages.</param>
public sealed record FamilyCensus(
    CensusEvidence Evidence, IReadOnlyDictionary<int, PageCensus> Workers, long? MasterCopiedBytes, bool MergedUntold, bool NotSearchedThrough,
    IReadOnlyDictionary<int, IReadOnlyList<CopiedBytes>>? Copies,
    IReadOnlyDictionary<int, ReadSample>? Reads,
    IReadOnlyDictionary<int, IReadOnlyList<CopiedCode>>? Code)
{
    /// <summary>Null where every page was looked at.</summary>
    public PageSample? Sample { get; init; }
}
