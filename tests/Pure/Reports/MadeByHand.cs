using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Ready;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Recordings and runs of families that never were.</summary>
internal static class MadeByHand
{
    private const long MiB = 1 << 20;

    public static readonly Host Host = new("6.1.0", "a CPU", 2, ["L3 Unified 32768K"], 4096 * MiB, 2048 * MiB, "0.1.0");

    /// <summary>A family of which everything is known: its collector copied most of what it inherited.</summary>
    public static FamilySnapshot Known { get; } = new(
        DateTimeOffset.UnixEpoch,
        "uwsgi",
        Member(10, Collector(full: 0), census: null),
        [MadeFamilies.Traced(Member(11, Collector(full: 1), Census()), read: 0.1), MadeFamilies.Traced(Member(12, Collector(full: 1), Census()), read: 0.1)],
        new CgroupMemory(2, "/", 8192 * MiB, 2048 * MiB, 1024 * MiB));

    /// <summary>The same, of workers that have served nobody, under a title and in a service.</summary>
    public static FamilySnapshot Idle { get; } = Known with
    {
        Name = "gunicorn",
        UptimeTicks = Known.Workers[0].Process.StartTicks + (long)(300 * ClockTicks.PerSecond),
        Master = Known.Master! with { Process = Known.Master!.Process with { CommandLine = "'gunicorn: master [app]'", Executable = "/usr/bin/python3.11" } },
        Workers = [.. Known.Workers.Select(worker => worker with { ProcessorSeconds = 0.04 })],
        Cgroup = Known.Cgroup! with { Path = "/system.slice/shop.service" },
        ListensOn = ["127.0.0.1:8000"],
    };

    /// <summary>The same with the remedies on.</summary>
    public static FamilySnapshot Remedied { get; } = Known with
    {
        Workers = [.. Known.Workers.Select(worker => worker with
        {
            Runtime = new RuntimeFacts("cpython", "3.11.2", Collector(full: 0, threshold: 0)),
            Settings = new Dictionary<string, string> { ["MALLOC_ARENA_MAX"] = "2", ["LOWTIDE_REMEDIES"] = "cpython.gc-threshold-0,malloc.arena-max-2" },
        })],
    };

    /// <summary>Workers whose master has died and of whom nothing could be read but that they run.</summary>
    public static FamilySnapshot Unknown { get; } = new(
        DateTimeOffset.UnixEpoch,
        "\u001b[31m\"",
        Master: null,
        [new Member(Process(21), MemoryUse.Unknown, null, null, null), new Member(Process(22), MemoryUse.Unknown, null, null, null)],
        Cgroup: null);

    public static FamilySnapshot Alone { get; } = Known with { Workers = [] };

    public static readonly IReadOnlyList<Unreadable> CouldNotRead =
    [
        new("pages.frame-numbers", "with whom a page is shared", "the kernel hides page frame numbers", "run Lowtide with CAP_SYS_ADMIN (sudo)"),
        new("malloc.allocator", "the allocator", "no mapped file has it", Mend: null),
    ];

    public static Recording Recording(FamilySnapshot family) => new(Host, [family], [], CouldNotRead);

    public static TrialPlan Plan(params Arm[] arms) => new()
    {
        Arms = arms,
        Command = TargetCommand.Of("server"),
        Ready = new ReadySign.Address(new Uri("http://127.0.0.1:8000/")),
        Load = "load",
        Warm = null,
        Seed = ulong.MaxValue,
        Pairs = null,
        MostPairs = 20,
        Looks = 2,
        Primary = "pss_bytes",
        Margins = new Dictionary<string, double> { ["ready_seconds"] = 0.1 },
        Effect = 0.05,
        Alpha = 0.05,
        SlowSeconds = null,
        ReadyTimeout = TimeSpan.FromSeconds(60),
        LoadTimeout = TimeSpan.FromSeconds(60),
        StopGrace = TimeSpan.FromSeconds(60),
        StopSignal = 15,
    };

    public static TrialFacts Facts(TrialPlan plan, int blocks, FamilySnapshot baseline, FamilySnapshot arm, LoadReport load) => new(
        plan,
        [.. Enumerable.Range(0, blocks).Select(block => new Block(plan.AllArms.ToDictionary(
            each => each.Name,
            each => Run(plan, each, block, each.IsBaseline ? baseline : arm, load, seconds: (each.IsBaseline ? 1 : 1.5) + block))))],
        [new FailedRun("baseline", 0, "it did not start")]);

    private static RunResult Run(TrialPlan plan, Arm arm, int block, FamilySnapshot family, LoadReport load, double seconds) => RunResult.Of(
        plan,
        arm,
        block,
        new MeasuredRun(Recording(family), load, seconds, seconds, Killed: block == 1, LeftBehind: block == 1, Activity(block), Memory(block)),
        seconds);

    /// <summary>Null in the first block, as in a file from before it was kept; in the second a member was not read at first.</summary>
    private static IReadOnlyList<MemoryPoint>? Memory(int block) => block switch
    {
        0 => null,
        1 => [new MemoryPoint(0, null, 2), new MemoryPoint(1.004, 600 * MiB, 2)],
        _ => [],
    };

    /// <summary>Null in the first block; the second was disturbed by all that there is.</summary>
    private static HostActivity? Activity(int block) => block switch
    {
        0 => null,
        1 => new HostActivity(10, 2, 15, new BusyProcess(7, "make", 9), 2, new CpuThrottling("/app", 100, 50), 10, 5, 5, 1 << 30, 1 << 30, 4096, 5, 0.01),
        _ => new HostActivity(10, 2, 0, null, null, null, null, null, null, null, null, null, null, 0.003),
    };

    private static Member Member(int pid, CollectorFacts collector, PageCensus? census) => new(
        Process(pid),
        new MemoryUse(250 * MiB, 200 * MiB, 100 * MiB, 150 * MiB, 0),
        new RuntimeFacts("cpython", "3.11.2", collector),
        new AllocatorFacts("glibc", "2.36", 3, 64 * MiB)
        {
            Arenas =
            [
                new ArenaFacts(true, 1, 1, 9 * MiB, 8 * MiB)
                { Use = new ArenaUse(5 * MiB, 2 * MiB, 0, MiB, MiB, MiB, 0, 2 * MiB, MiB), ChangedMeanwhile = true },
                new ArenaFacts(false, null, 3, 70 * MiB, null),
            ],
        },
        new Dictionary<string, string>(),
        census);

    private static ProcessFacts Process(int pid) => new(pid, 1, 1000 + pid, "uwsgi", "uwsgi --ini app.ini", "/usr/bin/uwsgi", 33, null, 4);

    private static CollectorFacts Collector(long full, int threshold = 700) =>
        new(true, [new(threshold, 10, 20 + full), new(10, 1, 10 + full), new(10, 0, full)]);

    private static PageCensus Census()
    {
        var pages = new PageState[64 * 1024];
        for (var page = 0; page < pages.Length; page++)
            pages[page] = (page % 8) switch
            {
                < 2 => PageState.InheritedShared,
                2 => PageState.CopiedIdentical,
                < 6 => PageState.CopiedRelinked,
                6 => PageState.CopiedChanged,
                _ => PageState.Undecided,
            };
        var start = 0x7f00_0000_0000UL;
        var region = new Region(start, start + ((ulong)pages.Length * Page.Size), MemoryPurpose.Other, null);
        return new PageCensus(CensusEvidence.FrameNumbers, [new RegionCensus(region, pages)]);
    }
}
