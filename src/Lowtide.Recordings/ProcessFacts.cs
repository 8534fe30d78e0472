using System.Text.Json.Serialization;

namespace Lowtide.Recordings;

/// <summary>A process as the kernel names it. A pid alone is reused; with its start it is one process for good.</summary>
/// <param name="StartTicks">Clock ticks from boot to the process's start: field 22 of /proc/PID/stat, proc(5).</param>
/// <param name="NamespacePid">The pid that the process sees itself, where it lives in a pid namespace of its own.</param>
/// <param name="UserId">Effective user; null where it could not be read.</param>
public sealed record ProcessFacts(
    int Pid,
    int ParentPid,
    long StartTicks,
    string Name,
    string CommandLine,
    string? Executable,
    uint? UserId,
    int? NamespacePid,
    int Threads)
{
    /// <summary>
    /// Where the kernel put its stack: another address after each exec, which keeps pid and start (field 28 of
    /// /proc/PID/stat). uWSGI reloads that way. 0 where it could not be read.
    /// </summary>
    public ulong StackStart { get; init; }

    /// <summary>Known by what a .nettrace tells of it, and by nothing else: whatever is looked at has a thread.</summary>
    [JsonIgnore]
    public bool FromTrace => Threads == 0 && StartTicks == 0;

    public bool IsSameProcess(ProcessFacts other) => Pid == other.Pid && StartTicks == other.StartTicks;
}
