using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>The most that the collector's heap may take, and the setting that says so.</summary>
/// <param name="Setting">With its value: "DOTNET_GCHeapHardLimit=C800000".</param>
/// <param name="Raise">What to change.</param>
public sealed record HeapLimit(long Bytes, string Setting, string Raise)
{
    public const string InBytes = "DOTNET_GCHeapHardLimit", InPercent = "DOTNET_GCHeapHardLimitPercent";

    /// <summary>Of a container's limit, where nothing else is said (gc.cpp, compute_hard_limit): the greater one holds.</summary>
    private const double OfContainer = 0.75;
    private const long LeastOfContainer = 20 << 20;

    /// <summary>Of the memory limit, what the heap may be given in place of that: a fifth stays for threads, code and native libraries.</summary>
    public const int RaisedPercent = 80;

    /// <summary>The runtime may round a share to pages.</summary>
    private const long Rounding = 1 << 16;

    /// <returns>Null where the heap has none, or nothing tells.</returns>
    public static HeapLimit? Of(Recording recording)
    {
        var environment = recording.Latest.Members.Select(member => member.Settings).FirstOrDefault(settings => settings is not null);
        var bytes = recording.DotNet?.Settings?.HardLimitBytes ?? Number(environment, InBytes);
        if (bytes is not > 0)
            return null;
        if (Number(environment, InBytes) is > 0)
            return new HeapLimit(bytes.Value, $"{InBytes}={environment![InBytes]} (hexadecimal)", $"raise {InBytes}, or take it out");
        if (Number(environment, InPercent) is { } percent and > 0)
            return new HeapLimit(bytes.Value, $"{InPercent}={environment![InPercent]} (hexadecimal, {percent}%)", $"raise {InPercent}, or give it more memory");
        return recording.Latest.Cgroup is { LimitBytes: { } limit } cgroup && IsOfContainer(bytes.Value, limit)
            ? new HeapLimit(
                bytes.Value,
                $"three quarters of the container's {Amount.Bytes(limit)} ({LimitFile(cgroup)}), the runtime's own choice",
                $"raise {LimitFile(cgroup)}, or let the heap have more of it: {InPercent}={RaisedPercent:X} (hexadecimal, {RaisedPercent}%)")
            : new HeapLimit(bytes.Value, "System.GC.HeapHardLimit or HeapHardLimitPercent of its runtimeconfig.json", "raise that, or take it out");
    }

    /// <summary>Of the collector's heap by the runtime's own figure before the collection; null where it does not tell.</summary>
    public double? Filled(DotNetCollection collection) => collection.Before is { } before ? before.Sum() / (double)Bytes : null;

    public static string LimitFile(CgroupMemory cgroup) => cgroup.Version == 2 ? "memory.max" : "memory.limit_in_bytes";

    private static bool IsOfContainer(long bytes, long limit) =>
        Math.Abs(bytes - Math.Max(LeastOfContainer, (long)(limit * OfContainer))) <= Rounding;

    private static long? Number(IReadOnlyDictionary<string, string>? environment, string name) =>
        environment?.GetValueOrDefault(name) is { } text ? CollectorNumber.Of(text) : null;
}
