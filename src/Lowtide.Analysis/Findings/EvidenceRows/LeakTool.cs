using System.Globalization;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>Of memory that rises steadily and is alive: since when, and which tool of the runtime's own names who allocates or holds it.</summary>
internal static class LeakTool
{
    /// <summary>Whether what is alive rises steadily. Python's small objects lie in mappings of its own; what .NET's collector does not have is alive too,
    /// but for what malloc keeps.</summary>
    public static bool IsLeak(JoinedGrowth judged, GrowthOrigin? origin, FamilySnapshot family) => judged.Course.Shape == GrowthShape.Linear
        && (judged.Of, origin?.Place) switch
        {
            (GrowthSeriesKind.Live, _) => true,
            (GrowthSeriesKind.Outside, GrowthPlace.FreeKept) or (GrowthSeriesKind.Free, _) => false,
            (GrowthSeriesKind.Outside, _) or (_, GrowthPlace.InUse) => true,
            (_, GrowthPlace.Managed) => true,
            (_, GrowthPlace.Elsewhere) => family.Runtime?.Name is "cpython" or "dotnet",
            _ => false,
        };

    /// <summary>None of what is no leak.</summary>
    public static IEnumerable<Evidence> Rows(JoinedGrowth judged, GrowthOrigin? origin, Recording recording)
    {
        var family = recording.Latest;
        if (!IsLeak(judged, origin, family))
            yield break;
        var since = recording.BeganAt.UtcDateTime + TimeSpan.FromSeconds(judged.Points[0].Seconds - recording.Samples[0].Seconds);
        yield return new Evidence(Finding.NextLook, null, string.Create(
            CultureInfo.InvariantCulture, $"it has grown since {since:yyyy-MM-dd HH:mm} UTC or before; {Tool(judged.Of, origin, family)}"));
    }

    private static string Tool(GrowthSeriesKind of, GrowthOrigin? origin, FamilySnapshot family)
    {
        var pid = family.Serving[0].Process.Pid;
        // PerfMapEnabled has the runtime write /tmp/perf-PID.map, by which perf and bcc name managed code (docs/core/runtime-config/debugging-profiling).
        var native = $"who allocates outside its heap: memleak-bpfcc -p {pid} (DOTNET_PerfMapEnabled=1 at its start names managed code), or "
            + $"heaptrack --pid {pid} (it stops the process to begin)";
        var held = $"who holds it: dotnet-gcdump collect -p {pid} twice, compared (each is a full collection)";
        return (family.Runtime?.Name, of, origin?.Place) switch
        {
            ("cpython", _, _) => $"who allocates it: memray attach {pid} (it stops the process to begin), or two snapshots by tracemalloc, compared",
            ("cruby", GrowthSeriesKind.Outside, _) => $"who allocates outside its heap: memleak-bpfcc -p {pid}, or heaptrack --pid {pid}",
            ("cruby", _, _) => "who allocates it: ObjectSpace.trace_object_allocations_start, later two ObjectSpace.dump_all, compared (gem heapy)",
            ("dotnet", GrowthSeriesKind.Outside, _) or ("dotnet", GrowthSeriesKind.Resident, GrowthPlace.InUse) => native,
            ("dotnet", GrowthSeriesKind.Resident, not GrowthPlace.Managed) => $"{held}; if that does not grow, {native}",
            ("dotnet", _, _) => held,
            _ => $"who allocates it: heaptrack --pid {pid} (it stops the process to begin), or memleak-bpfcc -p {pid}",
        };
    }
}
