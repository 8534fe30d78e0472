using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Why a remedy that takes more memory must not be tried lightly: a limit is set, or the machine is nearly full.</summary>
public static class ScarceMemory
{
    /// <summary>Of the machine's memory; what is available may be gone by the next peak.</summary>
    private const double LeastAvailable = 0.1;

    /// <returns>To follow "it takes more memory, and"; null where nothing speaks against it.</returns>
    public static string? Of(Recording recording)
    {
        if (HeapLimit.Of(recording) is { } hard)
            return $"its heap is limited to {Amount.Bytes(hard.Bytes)}";
        if (SetAtLaunch(recording.Latest.Settings, recording.Latest.Cgroup) is { } set)
            return set;
        if (recording.DotNet is { } trace && trace.Collections.Max(collection => collection.MemoryLoadPercent) is { } load
            && load >= HighMemory.Percent(recording))
            return $"its collector saw {load}% of the memory in use";
        return OfMachine(recording.Host);
    }

    /// <summary>Whether what is left of the memory holds what a remedy may let grow.</summary>
    public static bool Holds(MemoryCost? cost, Recording recording, double seconds) => cost switch
    {
        null => true,
        { IsKnown: false, MostBytes: null } => false,
        _ => cost.HighBytes(seconds) <= recording.RoomBytes,
    };

    /// <summary>Before a .NET program starts: by its environment, the group that it will be in, its own file, and the machine.</summary>
    /// <param name="option">Of the program's file, the one that limits its heap; null where none does, or nobody can say.</param>
    public static string? AtLaunch(IReadOnlyDictionary<string, string> environment, CgroupMemory? group, string? option, Host host) =>
        SetAtLaunch(environment, group)
        ?? (option is null ? null : $"{option} of its runtimeconfig.json limits its heap")
        ?? OfMachine(host);

    private static string? SetAtLaunch(IReadOnlyDictionary<string, string>? environment, CgroupMemory? group) =>
        HeapLimit.Named(environment) is { } variable ? $"{variable} limits its heap"
        : group is { LimitBytes: { } limit } ? $"its cgroup is limited to {Amount.Bytes(limit)}" : null;

    private static string? OfMachine(Host host) => host is { MemoryBytes: { } all, AvailableBytes: { } left } && left < LeastAvailable * all
        ? $"only {Amount.Bytes(left)} of the machine's {Amount.Bytes(all)} are available" : null;
}
