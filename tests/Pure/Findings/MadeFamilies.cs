using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>Families made up of what one rule looks at, and nothing else.</summary>
internal static class MadeFamilies
{
    public const long MiB = 1 << 20;

    private static readonly Host Host = new("6.1.0", null, 2, [], null, null, "0.1.0");

    public static FamilySnapshot Family(Member? master, params Member[] workers) =>
        new(DateTimeOffset.UnixEpoch, "server", master, workers, Cgroup: null);

    public static Recording Recording(Member? master, params Member[] workers) => new(Host, [Family(master, workers)], [], []);

    /// <param name="collections">Of each generation, youngest first; none where the counters could not be read.</param>
    public static Member Master(long rss = 100 * MiB, long? pss = 0, int young = 0, params long[] collections) =>
        Member(1, rss, pss, Collector(young, collections), null);

    public static Member Worker(int pid, long[] collections, params (PageState State, long Bytes)[] pages) =>
        Member(pid, 100 * MiB, 0, Collector(0, collections), Census(pages));

    /// <summary>With the objects told that stand on its copied pages: containers, which a collection walks.</summary>
    /// <param name="read">Of a large sample of leaves near by, the share that reads copied.</param>
    public static Member Traced(Member worker, double read = 0)
    {
        var tally = worker.Census!.Tally;
        return worker with
        {
            Copies =
            [
                new CopiedBytes(CopyTrace.Links, "tuple", tally.CopiedRelinkedBytes),
                new CopiedBytes(CopyTrace.SameTracked, "list", tally.CopiedIdenticalBytes),
                new CopiedBytes(CopyTrace.Content, "dict", tally.CopiedChangedBytes),
            ],
            Reads = new ReadSample(Leaves, (int)(read * Leaves), Told: 1, read),
        };
    }

    private const int Leaves = 1_000_000;

    /// <summary>A lone process or a worker; no threshold where the collector's state could not be read.</summary>
    public static Member WithThreshold(int? first) => Master() with
    {
        Runtime = new RuntimeFacts(
            "cpython", "3.11", first is { } known ? new CollectorFacts(true, [new(known, 0, 0), new(10, 0, 0), new(10, 0, 0)]) : null),
    };

    private static Member Member(int pid, long rss, long? pss, CollectorFacts? collector, PageCensus? census) => new(
        new ProcessFacts(pid, pid == 1 ? 0 : 1, pid, "server", "server", null, null, null, 1),
        new MemoryUse(rss, pss, null, null, null),
        new RuntimeFacts("cpython", "3.11.2", collector),
        null,
        null,
        census);

    private static CollectorFacts? Collector(int young, long[] collections) => collections.Length == 0
        ? null
        : new CollectorFacts(true, [.. collections.Select((count, generation) => new GenerationFacts(700, generation == 0 ? young : 0, count))]);

    private static PageCensus Census(IEnumerable<(PageState State, long Bytes)> pages)
    {
        var states = pages.SelectMany(part => Enumerable.Repeat(part.State, (int)(part.Bytes / Page.Size))).ToArray();
        var region = new Region(0x10000, 0x10000 + ((ulong)states.Length * Page.Size), MemoryPurpose.Other, null);
        return new PageCensus(CensusEvidence.FrameNumbers, [new RegionCensus(region, states)]);
    }
}
