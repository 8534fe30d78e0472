using Lowtide.Recordings;
using Lowtide.Reports.Report;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Past;
using Lowtide.Trials.Runs;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Material of reports: a server whose workers stop sharing, the same with a remedy, and the trial between them.</summary>
internal static class MadeReports
{
    /// <summary>Ends a script and an attribute, is an element by itself, and turns colours and the order of letters around.</summary>
    public const string Hostile = "</script><img src=x onerror=alert(1)>\"'&lt;\u001b[31m\u202e|`*@all_\0";

    private const long MiB = 1 << 20;

    public static ReportMaterial Everything { get; } = new(
        [new RecordedFamily("before.lowtide", "before", Recording(copies: true)), new RecordedFamily("after.lowtide", "after", Recording(copies: false))],
        [Trial(10)]);

    /// <summary>Of a Ruby before and after its heap was collected.</summary>
    public static ReportMaterial WithHeaps { get; } = WithSlots(
        string.Join(' ', Enumerable.Repeat("o4f1 o2f3", 100)), string.Join(' ', Enumerable.Repeat("o5 o5", 100)));

    public static ReportMaterial WithSlots(string before, string after) => Of(
        new RecordedFamily("before.lowtide", "before", Heaps(before)), new RecordedFamily("after.lowtide", "after", Heaps(after)));

    public static ReportMaterial Of(params RecordedFamily[] recordings) => new(recordings, []);

    public static ReportMaterial Of(PastTrial trial) => new([], [trial]);

    /// <summary>Twenty seconds of a master and three workers, one of which is respawned half way.</summary>
    public static Recording Recording(bool copies, string name = "uwsgi", int workers = 3)
    {
        long Shared(int second) => copies ? Math.Max(100, 250 - (20 * second)) * MiB : 250 * MiB;
        var samples =
            from second in Enumerable.Range(0, 21)
            from pid in Enumerable.Range(10, workers + 1)
            let respawned = pid == 11 && second > 10
            select new Sample(
                second, respawned ? pid + 100_000 : pid, respawned ? 9000 : 1000 + pid, pid == 10 ? Role.Master : Role.Worker,
                new MemoryUse(300 * MiB, (350 * MiB) - Shared(second), Shared(second), (300 * MiB) - Shared(second), 0), null);
        return new Recording(
            MadeByHand.Host, [Family(0, copied: false), Family(20, copies)], [.. samples], [new Unreadable("a.code", name, "the kernel hides it", "sudo")])
        {
            Faults = copies ? Faults(name, workers) : null,
            SystemSamples =
            [
                .. Enumerable.Range(0, 21).Select(second => new SystemSample(
                    second,
                    new HostMemory(4096 * MiB, (2048 - (10 * second)) * MiB, 512 * MiB, 0, 0),
                    new CgroupMemory(2, "/app", 2048 * MiB, (600 + (20 * second)) * MiB, (500 + (20 * second)) * MiB))),
            ],
        };

        FamilySnapshot Family(int second, bool copied)
        {
            // Of few workers each has its own census; thousands share one, or the test would need their memory.
            var one = Census(copied, 0, name);
            return new FamilySnapshot(
                DateTimeOffset.UnixEpoch.AddSeconds(second), name, Member(10, null),
                [.. Enumerable.Range(11, workers).Select(pid => Member(pid, workers > 10 ? one : Census(copied, pid, name)))],
                new CgroupMemory(2, "/app", 2048 * MiB, 1000 * MiB, 900 * MiB));
        }

        Member Member(int pid, PageCensus? census) => new(
            // As it is read of a process, odd words are quoted.
            new ProcessFacts(pid, 1, 1000 + pid, name, ShellWord.AreAllIn(name) ? name : $"uwsgi {ShellWord.Of(name)}", name, 33, null, 4),
            new MemoryUse(300 * MiB, 200 * MiB, 100 * MiB, 150 * MiB, 0),
            new RuntimeFacts("cpython", "3.11.2", new CollectorFacts(true, [new(700, 10, 21), new(10, 1, 11), new(10, 0, copies ? 1 : 0)])),
            new AllocatorFacts("glibc", "2.36", 0, 0),
            new Dictionary<string, string>(),
            census)
        {
            Copies = census is null ? null : Copies(census),
            Reads = census is null ? null : new ReadSample(1000, 100, 1, 0.1),
        };
    }

    private static Recording Heaps(string slots)
    {
        var recording = Recording(copies: false);
        var latest = recording.Latest;
        return recording with
        {
            Snapshots = [latest with
            {
                Master = latest.Master! with
                {
                    Heaps =
                    [
                        new HeapPicture("main arena", "malloc", 4096, "u10"),
                        new HeapPicture("Ruby's slots of 40 bytes", "ruby", 40, slots),
                    ],
                },
            }],
        };
    }

    /// <summary>Of each worker the same: three copies of four through the collector, at the exit of the first.</summary>
    private static PageFaults Faults(string name, int workers) => new(
        19.5, Every: 10, LostFaults: 0, InKernel: true,
        [
            new FaultingProcess(10, 1, Role.Master, Forked: false),
            .. Enumerable.Range(11, workers).Select(pid => new FaultingProcess(pid, 10, Role.Worker, Forked: pid > 11)),
        ],
        [
            .. Enumerable.Range(11, workers).SelectMany(pid => new[]
            {
                new FaultChain(pid, name, FaultKind.Copy, true, pid == 11, "libpython3.11.so.1.0", ["_start", "main", $"[collector {name}+0x10]"], 3000),
                new FaultChain(pid, name, FaultKind.Copy, false, false, "libpython3.11.so.1.0", ["_start", "main", "_PyEval_EvalFrameDefault"], 900),
                new FaultChain(pid, name, FaultKind.Copy, null, null, null, ["[cut]"], 100),
                new FaultChain(pid, name, FaultKind.New, false, false, null, ["_start", "read", "[kernel]"], 500),
            }),
        ]);

    /// <summary>As a look at such pages sums them up: of three types, and the rest no object.</summary>
    private static IReadOnlyList<CopiedBytes> Copies(PageCensus census) =>
    [
        .. census.Regions.SelectMany(region => region.Traces!).Where(trace => trace != CopyTrace.None)
            .CountBy(trace => trace)
            .SelectMany(trace => new[] { ("tuple", 6), ("code", 2), ("", 2) }
                .Select(type => new CopiedBytes(trace.Key, type.Item1, (long)trace.Value * Page.Size * type.Item2 / 10))),
    ];

    /// <summary>A heap, an arena and some libraries; of the heap two pages of three are copied.</summary>
    public static PageCensus Census(bool copied, int seed, string name)
    {
        var states = new PageState[12_000];
        for (var page = 0; page < states.Length; page++)
            states[page] = (page + seed) % 40 == 0 ? PageState.CopiedChanged
                : copied && page % 3 > 0 ? PageState.CopiedRelinked
                : page > 11_000 ? PageState.None : PageState.InheritedShared;
        return new PageCensus(CensusEvidence.FrameNumbers,
        [
            Region(0x5500_0000_0000, MemoryPurpose.Malloc, null, states),
            Region(0x7f00_0000_0000, MemoryPurpose.Other, null, [.. Enumerable.Repeat(PageState.New, 700)]),
            .. Enumerable.Range(1, 60).Select(library =>
                Region(
                    0x7f10_0000_0000 + ((ulong)library << 24), MemoryPurpose.LibraryData, $"/lib/{name}{library}",
                    [PageState.Undecided, PageState.CopiedIdentical])),
        ]);
    }

    public static PastTrial Trial(int blocks, string server = "uwsgi", params FailedRun[] failed)
    {
        var plan = MadeByHand.Plan(Arm.Of(["cpython.gc-threshold-0"]), new Arm("lazy", [], [new EnvironmentSetting("LAZY", server)], null)) with
        {
            Pairs = 10,
            Looks = 1,
            Seed = 7,
        };
        var facts = new TrialFacts(
            plan,
            [.. Enumerable.Range(0, blocks).Select(block => new Block(plan.AllArms.ToDictionary(arm => arm.Name, arm => Run(plan, arm, block, server))))],
            [.. failed]);
        var header = new TrialHeader(
            TrialHeader.Name, "0.1.0", TrialFile.Rules, DateTimeOffset.UnixEpoch, "/srv/app", MadeByHand.Host, PlanEntry.Of(plan));
        return PastTrial.Of(new KeptTrial("trial.jsonl", header, facts, 0, IsRunning: false));
    }

    private static RunResult Run(TrialPlan plan, Arm arm, int block, string server)
    {
        var saved = arm.Remedies.Count > 0 ? 0.4 : 1;
        // Not the same in every run, and not by chance.
        var wobble = 1 + (0.002 * ((block * 7) % 5));
        return new RunResult
        {
            Arm = arm.Name,
            Block = block,
            Server = server,
            Workers = 3,
            WorkerPrivateBytes = (long)(200 * MiB * saved * wobble),
            Requests = 4000,
            Metrics = new Dictionary<string, double?>
            {
                ["pss_bytes"] = Math.Round(1000 * MiB * saved * wobble),
                ["requests_per_second"] = 900 * (arm.IsBaseline ? 1 : 1.01) / wobble,
                ["latency_p99_seconds"] = 0.03 * wobble * (1 + (0.1 * (block % 3))),
                ["stop_seconds"] = 2 + (block % 2),
            },
            InEffect = new Dictionary<string, bool?> { ["cpython.gc-threshold-0"] = arm.Remedies.Count > 0 },
            Predicted = arm.IsBaseline
                ? plan.Arms.ToDictionary(each => each.Name, each => each.Remedies.Count > 0 ? new Analysis.Remedies.Saving(550 * MiB, 620 * MiB) : null)
                : [],
            Killed = false,
            LeftBehind = false,
            HostActivity = block == 2 && arm.IsBaseline
                ? new HostActivity(10, 2, 15, new BusyProcess(7, server, 9), 2, null, null, null, null, null, null, null, null, null)
                : null,
            MemoryOverTime =
            [
                .. Enumerable.Range(0, 8)
                    .Select(second => new MemoryPoint(second + 0.1, (long)((300 + (80 * second * saved)) * wobble * MiB), 3)),
            ],
            Steady = new SteadyMemory(4, 7, (long)(1000 * MiB * saved * wobble), null, 0, IsSettled: true),
            Seconds = 20,
        };
    }

    private static RegionCensus Region(ulong start, MemoryPurpose purpose, string? path, PageState[] pages) =>
        new(new Region(start, start + ((ulong)pages.Length * Page.Size), purpose, path), pages) { Traces = [.. pages.Select(Trace)] };

    private static CopyTrace Trace(PageState state, int page) => state switch
    {
        PageState.CopiedRelinked => CopyTrace.Links,
        PageState.CopiedIdentical => page % 2 == 0 ? CopyTrace.SameTracked : CopyTrace.SameUntracked,
        PageState.CopiedChanged => (CopyTrace)(1 + (page / 40 % 4)),
        _ => CopyTrace.None,
    };
}
