using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>The most that the collector's heap may take, and the setting that says so.</summary>
/// <param name="Setting">With its value: "DOTNET_GCHeapHardLimit=C800000 (hexadecimal)".</param>
/// <param name="Raise">What to change.</param>
public sealed record HeapLimit(long Bytes, string Setting, string Raise)
{
    /// <summary>Variables without their prefix.</summary>
    public const string InBytes = "GCHeapHardLimit", InPercent = "GCHeapHardLimitPercent";

    /// <summary>
    /// Limits of small, large and pinned objects, whose sum is the heap's and wins over one of the whole heap (dotnet/runtime: gc.cpp, compute_hard_limit).
    /// </summary>
    private static readonly string[] InParts =
    [
        "GCHeapHardLimitSOH", "GCHeapHardLimitLOH", "GCHeapHardLimitPOH",
        "GCHeapHardLimitSOHPercent", "GCHeapHardLimitLOHPercent", "GCHeapHardLimitPOHPercent",
    ];

    /// <summary>The same in runtimeconfig.json (dotnet/runtime: gcconfig.h).</summary>
    public static readonly IReadOnlyList<string> Options = [.. InParts.Append(InBytes).Append(InPercent).Select(key => $"System.GC.{key["GC".Length..]}")];

    /// <summary>Of a container's limit, where nothing else is said (dotnet/runtime: gc.cpp, compute_hard_limit): the greater one holds.</summary>
    private const double OfContainer = 0.75;
    private const long LeastOfContainer = 20 << 20;

    /// <summary>Of the memory limit, what the heap may be given in place of that: a fifth stays for threads, code and native libraries.</summary>
    public const int RaisedPercent = 80;

    /// <summary>The runtime may round a share to pages.</summary>
    private const long Rounding = 1 << 16;

    /// <returns>Null where the heap has none, or nothing tells.</returns>
    public static HeapLimit? Of(Recording recording)
    {
        var environment = recording.Latest.Settings;
        var whole = Set(environment, InBytes);
        var bytes = recording.DotNet?.Settings?.HardLimitBytes ?? (whole is null ? null : CollectorNumber.Of(whole.Value));
        if (bytes is not > 0)
            return null;
        if (SetOf(environment, InParts) is { Count: > 0 } parts)
            return new HeapLimit(
                bytes.Value, $"{string.Join(", ", parts)} (hexadecimal), their sum",
                $"raise {string.Join(" and ", parts.Select(variable => variable.Name))}, or take them out");
        if (whole is not null)
            return new HeapLimit(bytes.Value, $"{whole} (hexadecimal)", $"raise {whole.Name}, or take it out");
        if (Set(environment, InPercent) is { } share)
            return new HeapLimit(
                bytes.Value, $"{share} (hexadecimal, {CollectorNumber.Of(share.Value)}%)", $"raise {share.Name}, or give it more memory");
        return recording.Latest.Cgroup is { LimitBytes: { } limit } cgroup && IsOfContainer(bytes.Value, limit)
            ? new HeapLimit(
                bytes.Value,
                $"three quarters of the container's {Amount.Bytes(limit)} ({LimitFile(cgroup)}), the runtime's own choice",
                $"raise {LimitFile(cgroup)}, or let the heap have more of it: "
                    + $"{DotNetVariable.Prefix}{InPercent}={RaisedPercent:X} (hexadecimal, {RaisedPercent}%)")
            : new HeapLimit(
                bytes.Value, "System.GC.HeapHardLimit of its runtimeconfig.json, or another that begins so (Percent, SOH, LOH, POH)",
                "raise that, or take it out");
    }

    /// <summary>Any variable that limits the heap; null where none does.</summary>
    internal static DotNetVariable? Named(IReadOnlyDictionary<string, string>? environment) =>
        SetOf(environment, [.. InParts, InBytes, InPercent]).FirstOrDefault();

    /// <summary>What the runtime obeys in place of a limit in percent; null where nothing of the environment does.</summary>
    internal static DotNetVariable? InPlaceOfPercent(IReadOnlyDictionary<string, string>? environment) =>
        SetOf(environment, [.. InParts, InBytes]).FirstOrDefault();

    /// <summary>Of the collector's heap by the runtime's own figure before the collection; null where it does not tell.</summary>
    public double? Filled(DotNetCollection collection) => collection.Before is { } before ? before.Sum() / (double)Bytes : null;

    public static string LimitFile(CgroupMemory cgroup) => cgroup.Version == 2 ? "memory.max" : "memory.limit_in_bytes";

    private static bool IsOfContainer(long bytes, long limit) =>
        Math.Abs(bytes - Math.Max(LeastOfContainer, (long)(limit * OfContainer))) <= Rounding;

    private static List<DotNetVariable> SetOf(IReadOnlyDictionary<string, string>? environment, string[] keys) =>
        [.. keys.Select(key => Set(environment, key)).OfType<DotNetVariable>()];

    /// <summary>Null too of one that sets no limit: 0, or no number.</summary>
    private static DotNetVariable? Set(IReadOnlyDictionary<string, string>? environment, string key) =>
        DotNetVariable.Find(environment, key) is { } variable && CollectorNumber.Of(variable.Value) is > 0 ? variable : null;
}
