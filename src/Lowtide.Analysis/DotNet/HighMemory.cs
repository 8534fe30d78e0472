using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>GCHighMemPercent: from so much memory in use on, generation 2 is collected more eagerly, blocking and compacting.</summary>
internal static class HighMemory
{
    /// <summary>The variable without its prefix, and the property of runtimeconfig.json.</summary>
    public const string Key = "GCHighMemPercent", Property = "System.GC.HighMemoryPercent";

    /// <summary>Where nothing is set, and memory or processors are few.</summary>
    public const int UsualPercent = 90;

    /// <summary>The highest that leaves the collector something to do before the kernel does.</summary>
    public const int HighestPercent = 97;

    /// <summary>Whatever is above counts as this (dotnet/runtime: gc.cpp, compute_memory_settings), and yet is told as it was set.</summary>
    private const int MostPercent = 99;

    /// <summary>
    /// From so much memory on, many processors leave less than a tenth of it free (dotnet/runtime: gc.cpp, compute_memory_settings): 3%, and 47% shared out
    /// among them.
    /// </summary>
    private const long LargeMemory = 80L << 30;
    private const int LeastFree = 3, SharedOut = 47;

    /// <summary>As set, else as the runtime chooses by the memory that it sees and the processors; where these are not known, the usual.</summary>
    public static int Percent(Recording recording)
    {
        if (recording.DotNet?.Settings?.HighMemoryPercent is > 0 and var set)
            return Math.Min(set, MostPercent);
        return SeenBytes(recording) >= LargeMemory && recording.Host.Cpus is > 0 and var processors
            ? Math.Max(UsualPercent, 100 - LeastFree - (SharedOut / processors))
            : UsualPercent;
    }

    /// <summary>What says so, with its value: "DOTNET_GCHighMemPercent=A (hexadecimal)"; null where the runtime told of none.</summary>
    public static string? Setting(Recording recording)
    {
        if (recording.DotNet?.Settings?.HighMemoryPercent is not > 0)
            return null;
        var environment = recording.Latest.Settings;
        return DotNetVariable.Find(environment, Key) is { } variable && CollectorNumber.Of(variable.Value) is > 0
            ? $"{variable} (hexadecimal)"
            : $"{(environment is null ? $"{DotNetVariable.Prefix}{Key}, or " : "")}{Property} of its runtimeconfig.json";
    }

    /// <summary>
    /// The memory that the collector counts with: as set (GCTotalPhysicalMemory), else the container's or the machine's, whichever is less; null
    /// where neither is known.
    /// </summary>
    public static long? SeenBytes(Recording recording) => recording.DotNet?.Settings?.PhysicalMemoryBytes is > 0 and var set
        ? set : new[] { recording.Latest.Cgroup?.LimitBytes, recording.Host.MemoryBytes }.Min();
}
