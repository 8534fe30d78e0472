using System.Globalization;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Serving;

/// <summary>What is asked of a server at the moment at which something is to be done.</summary>
public static class ServerNow
{
    /// <returns>Null where that process has gone.</returns>
    public static MemoryUse? Memory(int pid, long startTicks) =>
        Procfs.Stat(pid) is { IsZombie: false } stat && stat.StartTicks == startTicks ? MemoryLook.Of(pid, stat.RssBytes) : null;

    /// <summary>What the machine, and each cgroup around a process, may still take; null where nothing of that can be read.</summary>
    public static long? RoomBytes(int pid)
    {
        var group = Cgroups.MemoryPlace(pid) is { } place ? Cgroups.Room(place, ProcFile.TryReadText) : null;
        return Meminfo.Read().AvailableBytes is { } machine ? Math.Min(machine, group ?? long.MaxValue) : group;
    }

    /// <summary>Those that it forked, and that live.</summary>
    public static IReadOnlyList<(int Pid, long StartTicks)> Children(int pid) =>
        [.. (Procfs.Children(pid) ?? Procfs.Pids()).Select(Procfs.Stat).OfType<ProcessStat>().Where(stat => !stat.IsZombie && stat.ParentPid == pid)
            .Select(stat => (stat.Pid, stat.StartTicks))];

    /// <summary>When one is there that leads a server.</summary>
    public static (int Pid, long StartTicks)? Process(int pid) => Procfs.Stat(pid) is { IsZombie: false } stat ? (stat.Pid, stat.StartTicks) : null;

    /// <summary>Since the machine was started.</summary>
    public static TimeSpan Uptime => TimeSpan.FromSeconds(Sources.Uptime.Ticks() / ClockTicks.PerSecond);

    /// <summary>How often its first thread gave the processor away to wait (proc_pid_status(5)); null where it has gone.</summary>
    public static long? Switches(int pid) =>
        Procfs.Status(pid) is { } status && long.TryParse(Procfs.ValueOf("voluntary_ctxt_switches", status), CultureInfo.InvariantCulture, out var count)
            ? count : null;

    /// <summary>Whether a process has a handler for a signal: SigCgt of proc_pid_status(5), bit N-1 for signal N.</summary>
    public static bool Catches(int pid, int signal) =>
        Procfs.Status(pid) is { } status && Procfs.ValueOf("SigCgt", status) is { } mask
        && ulong.TryParse(mask, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var caught) && (caught & (1UL << (signal - 1))) != 0;

    /// <summary>A process's command line, or what it wrote over it.</summary>
    public static string? Title(int pid) => Procfs.CommandLine(pid);
}
