using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Traces of programs that never ran.</summary>
internal static class MadeTraces
{
    public const long MiB = 1 << 20;

    public static readonly IReadOnlyList<DotNetStack> Stacks =
    [
        new(["Shop.Program.Main", "System.Threading.Timer.Fire", "Shop.Watcher.Check", "System.GC.Collect"]),
        new(["Shop.Program.Main", "Shop.Rights.Load", "System.Collections.Generic.HashSet`1[System.Int32].Add",
            "System.Collections.Generic.HashSet`1[System.Int32].Resize"]),
        new(["Shop.Program.Main", "Shop.Export.Write", "System.Text.Json.JsonSerializer.SerializeToUtf8Bytes"]),
    ];

    public static readonly DotNetSettings Settings = new(0, 85_000, 0, 0, 0, 0, Concurrent: true, LargePages: false, Server: false);

    public static DotNetTrace Trace(params DotNetCollection[] collections) => new(
        7, 0, 100, collections, [.. collections.Select(collection => new DotNetPause(collection.At, collection.PauseSeconds))],
        null, null, Stacks, Settings, 0, MethodsNamed: true);

    public static Recording Recording(DotNetTrace trace) => MadeFamilies.Recording(MadeFamilies.Master() with { Runtime = new RuntimeFacts("dotnet",
        "10.0.1", null) }) with
    {
        DotNet = trace,
    };

    public static DotNetCollection Collection(
        int number, int generation, double at, double pause = 0.01, CollectionKind kind = CollectionKind.Blocking,
        CollectionReason reason = CollectionReason.AllocSmall, int? load = 30, int? stack = null) => new(
            number, generation, kind, reason, at, pause, pause, 0.001, true, 1, load, [10, 20, 300, 400, 0], [1, 2, 200, 100, 0], [1, 2, 200, 100, 0], stack);

    /// <summary>So many of each generation, one a second.</summary>
    public static DotNetCollection[] Of(int youngest, int middle, int oldest) =>
    [
        .. Enumerable.Range(0, youngest + middle + oldest).Select(number => Collection(
            number + 1, number < youngest ? 0 : number < youngest + middle ? 1 : 2, number)),
    ];

    /// <summary>With a hard limit, and a variable of its environment.</summary>
    public static Recording Limited(long bytes, string variable, string value)
    {
        var recording = Recording(Trace() with { Settings = Settings with { HardLimitBytes = bytes } });
        var process = recording.Latest.Master! with { Settings = new Dictionary<string, string> { [variable] = value } };
        return recording with { Snapshots = [recording.Latest with { Master = process }] };
    }

    public static Finding? Found(IFindingRule rule, DotNetTrace trace) => rule.Examine(Recording(trace)).Findings.SingleOrDefault();
}
