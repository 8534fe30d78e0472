using System.Collections.Concurrent;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>Processes whose list of mappings is longer than is read (<see cref="ProcFile.Maps"/>): each look would begin with seconds of reading it.</summary>
internal static class LongMaps
{
    /// <summary>Then it is asked again: it may have become short, or another process.</summary>
    private static readonly TimeSpan Holds = TimeSpan.FromMinutes(1);

    private static readonly ConcurrentDictionary<int, long> Since = new();

    public static bool Contains(int pid) => Since.TryGetValue(pid, out var since) && Environment.TickCount64 - since < Holds.TotalMilliseconds;

    public static void Add(int pid) => Since[pid] = Environment.TickCount64;

    public static Unreadable Why(int pid, string name) => new(
        "process.mappings", $"mappings of process {pid} ({name})",
        $"the list of them (/proc/PID/maps) is longer than {ProcFile.Maps >> 20} MiB: far more, or with far longer paths, than a program has",
        Mend: null);
}
