using Lowtide.Recordings;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Recordings of a .NET process that never ran: alone, large, and with collections of all generations for every reason.</summary>
internal static class MadeDotNet
{
    private const long MiB = 1 << 20;

    public static readonly RecordedFamily Recorded = new("x.lowtide", null, Recording(collections: 60, seconds: 20));

    /// <param name="full">Samples of which one was read in full.</param>
    public static Recording Recording(int collections, double seconds, int full = 5)
    {
        var process = MadeByHand.Alone.Master! with
        {
            Runtime = new RuntimeFacts("dotnet", "10.0.1", null),
            Memory = new MemoryUse(900 * MiB, 890 * MiB, 10 * MiB, 880 * MiB, 0),
            Heaps = [new HeapPicture("main arena", "malloc", 4096, "u10f3")],
        };
        var family = MadeByHand.Alone with { Name = "shop", Master = process, Cgroup = null };
        return new Recording(MadeByHand.Host, [family], [.. Samples(process.Process, full)], [])
        {
            DotNet = Trace(collections, seconds),
        };
    }

    private static IEnumerable<Sample> Samples(ProcessFacts process, int full) => Enumerable.Range(0, 21).Select(second => new Sample(
        second, process.Pid, process.StartTicks, Role.Master,
        second % full == 0
            ? new MemoryUse((880 + second) * MiB, (875 + second) * MiB, 10 * MiB, (870 + second) * MiB, 0)
            : MemoryUse.Unknown with { RssBytes = (880 + second) * MiB },
        null));

    private static DotNetTrace Trace(int count, double seconds)
    {
        var reasons = Enum.GetValues<CollectionReason>();
        DotNetCollection[] all =
        [
            .. Enumerable.Range(0, count).Select(index => new DotNetCollection(
                index + 1, index % 3, index % 6 == 5 ? CollectionKind.Background : CollectionKind.Blocking, reasons[index % reasons.Length],
                seconds * index / count, 0.02, 0.001 * (1 + (index % 97)), 0.0001, true, 2, 40,
                [1000 * MiB, 2000 * MiB, 3000 * MiB, 4000 * MiB, 0], [10 * MiB, 20 * MiB, 3000 * MiB, 4000 * MiB, 0],
                [10 * MiB, 20 * MiB, 3000 * MiB, 4000 * MiB, 0], null)
            {
                CommittedBytes = (800 + (index % 50)) * MiB,
            }),
        ];
        return new DotNetTrace(
            MadeByHand.Alone.Master!.Process.Pid, 0, seconds, all, [.. all.Select(each => new DotNetPause(each.At, each.PauseSeconds))], null, null, [],
            new DotNetSettings(0, 85_000, 0, 0, 0, 0, Concurrent: true, LargePages: false, Server: true), 0, MethodsNamed: true);
    }
}
