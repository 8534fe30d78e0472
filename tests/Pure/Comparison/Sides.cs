using Lowtide.Recordings;
using Lowtide.Tests.Pure.DotNet;

namespace Lowtide.Tests.Pure.Comparison;

/// <summary>Recordings of families of which only the workers' memory differs.</summary>
internal static class Sides
{
    public const long MiB = 1 << 20;

    public static readonly Host Host = new("6.1.0", "a CPU", 2, [], 4096 * MiB, null, "0.1.0");

    /// <param name="first">The pid of the first worker; the master's is one less.</param>
    /// <param name="pss">Of each worker, throughout.</param>
    /// <param name="growth">Of each worker's private memory in the 30 s.</param>
    public static Recording Recording(int first, long[] pss, long growth = 0) => new(
        Host,
        [Family(first, pss)],
        [.. new[] { 0.0, 15, 30 }.SelectMany(at => pss.Select((bytes, worker) => Sample(at, first + worker, bytes, growth)))],
        []);

    /// <summary>A lone process of .NET with two collections in 100 s, whose runtime was listened to.</summary>
    /// <param name="served">Requests, in that time; null where they were not watched.</param>
    public static Recording DotNet(int pid, int? served, bool server)
    {
        var trace = MadeTraces.Trace(MadeTraces.Collection(1, 2, 1, pause: 2), MadeTraces.Collection(2, 2, 9, pause: 1));
        var process = Member(pid, 100 * MiB) with { Runtime = new RuntimeFacts("dotnet", "10.0.1", null) };
        return new Recording(
            Host,
            [Family(pid, []) with { Master = process, Cgroup = null }],
            [.. new[] { 0.0, 30 }.Select(at => Sample(at, pid, 100 * MiB, 0) with { Collections = null, Role = Role.Master })],
            [])
        {
            DotNet = trace with
            {
                Pid = pid,
                Settings = MadeTraces.Settings with { Server = server },
                Requests = served is { } count ? [new RequestTimes(RequestSource.Served, count, 0.05, [], 0.01, [])] : null,
            },
        };
    }

    public static FamilySnapshot Family(int first, long[] pss) => new(
        DateTimeOffset.UnixEpoch,
        "server",
        Member(first - 1, 10 * MiB),
        [.. pss.Select((bytes, worker) => Member(first + worker, bytes))],
        new CgroupMemory(2, "/", 8192 * MiB, 100 * MiB, 100 * MiB))
    {
        UptimeTicks = 100_000,
    };

    public static Sample Sample(double at, int pid, long pss, long growth, long started = 40_000) => new(
        at, pid, started, Role.Worker, new MemoryUse(2 * pss, pss, pss / 2, (pss / 2) + (long)(growth * at / 30), 0), [(long)(at * 2), 0, 0]);

    public static Member Member(int pid, long pss, long started = 40_000) => new(
        new ProcessFacts(pid, 1, started, "server", "server --quiet", "/usr/bin/server", 33, null, 1) { StackStart = (ulong)pid },
        new MemoryUse(2 * pss, pss, pss / 2, pss / 2, 0) { MergesPages = false },
        new RuntimeFacts("cpython", "3.11.2", new CollectorFacts(true, [new(700, 0, 0), new(10, 0, 0), new(10, 0, 0)]) { Frozen = false }),
        new AllocatorFacts("glibc", "2.36", 0, 0),
        new Dictionary<string, string>());
}
