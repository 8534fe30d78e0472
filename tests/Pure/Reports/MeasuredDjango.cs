using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>
/// The server of studies/instagram-django after 4,000 requests, by the figures that a look at it gave: README's picture is of it. It stands in /srv/shop,
/// and its address on the command line rather than in its ini file.
/// </summary>
internal static class MeasuredDjango
{
    private const long MiB = 1 << 20;

    private const string Start = "/usr/bin/uwsgi --http-socket 127.0.0.1:8000 --ini /srv/shop/uwsgi.ini";

    /// <summary>Pages of a worker, by what became of them.</summary>
    private const int Shared = 25_439, Relinked = 42_530, Identical = 698, Changed = 962, New = 2_295, Undecided = 393;

    private static readonly PageState[] Pages =
    [
        .. Enumerable.Repeat(PageState.InheritedShared, Shared),
        .. Enumerable.Repeat(PageState.CopiedRelinked, Relinked),
        .. Enumerable.Repeat(PageState.CopiedIdentical, Identical),
        .. Enumerable.Repeat(PageState.CopiedChanged, Changed),
        .. Enumerable.Repeat(PageState.New, New),
        .. Enumerable.Repeat(PageState.Undecided, Undecided),
    ];

    public static Recording Recording { get; } = new(
        new Host("6.1.0", null, 2, [], null, null, "0.1.0"),
        [
            new FamilySnapshot(
                DateTimeOffset.UnixEpoch, "uwsgi", Master(), [.. Enumerable.Range(3686, 4).Select(Worker)], Cgroup: null)
            {
                UptimeTicks = 100_000,
                ListensOn = ["127.0.0.1:8000"],
            },
        ],
        [],
        []);

    /// <summary>It was forked with its collector off, and all that was loaded still young.</summary>
    private static Member Master() => Of(
        3685, new MemoryUse(280 * MiB, 56 * MiB, 270 * MiB, 10 * MiB, 0) { PssFileBytes = 10 * MiB }, new CollectorFacts(false, Collected(2_339_216, 0, 0, 0)));

    private static Member Worker(int pid) => Of(
        pid, new MemoryUse(285 * MiB, 240 * MiB, 100 * MiB, 185 * MiB, 0), new CollectorFacts(true, Collected(10, 168, 16, 1))) with
    {
        Census = new PageCensus(CensusEvidence.FrameNumbers, [new RegionCensus(Region(Pages.Length), Pages)]),
        Copies =
        [
            Copied(CopyTrace.Links, "tuple", Relinked),
            Copied(CopyTrace.SameTracked, "list", 219),
            Copied(CopyTrace.SameUntracked, "str", 452),
            Copied(CopyTrace.Reused, "", 389),
            Copied(CopyTrace.Cache, "code", 209),
            Copied(CopyTrace.Content, "dict", 364),
            Copied(CopyTrace.Unknown, "", 27),
        ],
        Reads = new ReadSample(451, 27, 1, 0.0093) { LeastShare = 0.0093, MostShare = 0.0121 },
    };

    private static Member Of(int pid, MemoryUse memory, CollectorFacts collector) => new(
        new ProcessFacts(pid, pid == 3685 ? 1 : 3685, 90_000, "uwsgi", Start, "/usr/bin/uwsgi-core", 33, null, 1),
        memory,
        new RuntimeFacts("cpython", "3.11.2", collector),
        new AllocatorFacts("glibc", "2.36", 0, 0),
        new Dictionary<string, string>(),
        Census: null);

    private static Region Region(int pages) => new(0x7f00_0000_0000, 0x7f00_0000_0000 + ((ulong)pages * Page.Size), MemoryPurpose.Other, null);

    private static CopiedBytes Copied(CopyTrace trace, string type, int pages) => new(trace, type, (long)pages * Page.Size);

    /// <summary>A worker's collections have freed some 200 objects a second.</summary>
    private static GenerationFacts[] Collected(int young, params long[] collections) =>
        [.. collections.Select((count, generation) => new GenerationFacts(700, generation == 0 ? young : 0, count) { Collected = 120 * count })];
}
