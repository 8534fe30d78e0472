using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>A recording with a value in every member, and one with null wherever null may be.</summary>
internal static class Recorded
{
    /// <summary>Quotes, line breaks, terminal escapes, a half of a character and a NUL: a process may name itself anything.</summary>
    public const string Hostile = "'; DROP TABLE samples; --\n\u001b[31m\"\\ \u202e\ufffd\ud83d\ude00 \0 {}";

    /// <summary>The largest number that a recording holds.</summary>
    public const long Most = Recording.Largest;

    public static Host Host { get; } = new("6.1.0-37-amd64", "A CPU", 2, ["L1 Data 32K", "L3 Unified 32768K"], 1L << 33, 1L << 32, "0.1.0");

    public static Recording Full { get; } = new(
        Host,
        [Snapshot(0), Snapshot(30)],
        [
            new Sample(0, 100, 5, Role.Master, new MemoryUse(1, 2, 3, 4, 5), [7, 8, 9]),
            new Sample(1.25, 101, 6, Role.Worker, new MemoryUse(Most, 0, 0, 0, 0), [])
            {
                MinorFaults = Most,
                MajorFaults = 0,
                Finalizing = true,
                StackStart = 0x7fff_ffff_0000,
                Ruby = new RubyCounts(Most, 0, null, 1, 2, 3, [new(40, Most, 7), new(80, 0, null)]),
                Heap = new HeapUse(1L << 40, 0, null, 1),
            },
            new Sample(1.5, 101, 6, Role.Worker, MemoryUse.Unknown, null) { Finalizing = false },
        ],
        [new Unreadable("a.code", "one thing", Hostile, "sudo"), new Unreadable("b.code", "another", "nothing would give it", null)],
        new ForkPicture(100, 5, 12, [new RegionHashes(4096, [1, ulong.MaxValue, 0]), new RegionHashes(0x7fff_ffff_f000, [5])])
        { MasterStackStart = 0x7ffc_0000_1234 })
    {
        SystemSamples =
        [
            new(0, new HostMemory(5, 4, 3, 0, 0), new CgroupMemory(2, Hostile, Most, 3, 2)),
            new(1.25, new HostMemory(6, 5, 4, 3, 2) { FreeBytes = 1 }, new CgroupMemory(1, "/a", null, null, null))
            { DiskBusySeconds = 1.25, MemoryWaitSeconds = 0, IoWaitSeconds = 0.5 },
            new(2, new HostMemory(null, null, null, null, null), null),
        ],
        DotNet = new DotNetTrace(
            101, 1.5, 30,
            [
                new DotNetCollection(1, 2, CollectionKind.Background, CollectionReason.AllocLarge, 1, 0.5, 0.25, 0.1, true, 2, 90, [1, 2, 3, 4, 5],
                    [1, 0, 0, 0, 0], [DotNetCollection.MostBytes, 0, 0, 0, 0], 0)
                { CommittedBytes = DotNetCollection.MostBytes, FreeAfter = [1, 0, 0, 0, 0] },
                new DotNetCollection(2, 0, CollectionKind.Foreground, CollectionReason.Induced, 2, 0, 0, 0, null, null, null, null, null, null, null),
            ],
            [new DotNetPause(1, 0.25) { TellsSurvivors = true }],
            [new DotNetAllocations(Hostile, DotNetHeap.Large, 3, Most, 0), new DotNetAllocations("", DotNetHeap.Small, 1, 0, null)],
            [new DotNetWait(1, 0.5, Most)],
            [new DotNetStack(["Main", Hostile])],
            new DotNetSettings(1, 2, 3, 4, 5, 6, true, false, null), 7, MethodsNamed: true)
        {
            BeganAt = new DateTimeOffset(2025, 8, 11, 10, 0, 1, 500, TimeSpan.Zero),
            CountedCollections = 9,
            MissingCollections = 2,
            StacksTold = true,
            Deaths = new DotNetDeaths([new DotNetDied(Hostile, DotNetHeap.Small, 2, 1 << 30, 1.5, 0)], 20, 5, 1L << 40, 1, 3),
            Requests = [new RequestTimes(RequestSource.Served, 3, 0.05, [new RequestTime(-0.5, 2)], 0.01, [1, 0, -1]) { LeftOut = 4, WholeSeconds = true }],
        },
        Faults = new PageFaults(
            1.5, 10, null, true,
            [new FaultingProcess(100, 1, Role.Master, false), new FaultingProcess(101, 100, Role.Worker, true)],
            [
                new FaultChain(101, Hostile, FaultKind.Copy, true, false, "python3.11", ["_start", Hostile], 1L << 40),
                new FaultChain(101, "", FaultKind.Unknown, null, null, null, [], 1),
            ]),
    };

    public static Recording Bare { get; } = new(
        new Host("6.1.0", null, 1, [], null, null, "0.1.0"),
        [new FamilySnapshot(DateTimeOffset.UnixEpoch, Hostile, null, [Bare1(101), Bare1(102)], null)],
        [new Sample(0, 101, 6, Role.Worker, MemoryUse.Unknown, null)],
        []);

    public static FamilySnapshot Snapshot(int second) => new(
        new DateTimeOffset(2025, 8, 11, 10, 0, second, TimeSpan.Zero),
        Hostile,
        Member(100, 1) with { MasterCopiedBytes = 8192 },
        [
            Member(101, 100) with { Census = Traced(Census(second)), Copies = [new CopiedBytes(CopyTrace.Links, Hostile, 4096)],
                CopiedCode = [new CopiedCode(CopyTrace.Links, CodeKind.Function, Hostile, null, 2048)],
                Destructors = new PendingDestructors(Complete: false, [new DestructorCount(Hostile, DestructorKind.Finalizer, 3)]) },
            Member(102, 100) with { Census = Census(second) with { Evidence = CensusEvidence.ExclusiveBit } },
        ],
        new CgroupMemory(2, "/a.slice", 1 << 30, 1 << 29, 1 << 28));

    private static Member Member(int pid, int parent) => new(
        new ProcessFacts(pid, parent, 5, Hostile, Hostile, "/usr/bin/python3.11", 33, 7, 4) { StackStart = 0x7ffc_0000_1234 },
        new MemoryUse(10, 9, 8, 7, 6),
        new RuntimeFacts("cpython", "3.11.2", new CollectorFacts(true, [new(700, 1, 2), new(10, 3, 4), new(10, 5, Most)])),
        new AllocatorFacts("glibc", "2.36", 3, 4096),
        new Dictionary<string, string> { ["PYTHONPATH"] = Hostile });

    private static PageCensus Traced(PageCensus census) => census with
    {
        Regions =
        [
            .. census.Regions.Select((region, index) => region with
            {
                Traces = [.. region.Pages.Select((_, page) => (CopyTrace)((page + index) % 9))],
            }),
        ],
    };

    private static Member Bare1(int pid) =>
        new(new ProcessFacts(pid, 1, 6, "", "", null, null, null, 1), MemoryUse.Unknown, new RuntimeFacts("cpython", null, null), null, null);

    private static PageCensus Census(int seed) => new(CensusEvidence.FrameNumbers,
    [
        new RegionCensus(
            new Region(0x1000, 0x9000, MemoryPurpose.LibraryData, "/lib/" + Hostile),
            [.. Enumerable.Range(0, 8).Select(page => (PageState)((page + seed) % 9))]),
        new RegionCensus(new Region(0x7fff_ffff_e000, 0x7fff_ffff_f000, MemoryPurpose.Stacks, null), [PageState.Undecided]),
        new RegionCensus(new Region(0xa000, 0xa000 + (600 * 4096), MemoryPurpose.Malloc, null), [.. Enumerable.Repeat(PageState.CopiedRelinked, 600)]),
    ]);
}
