using System.Globalization;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Sight;

/// <summary>Tries what the verbs would do, on every process there is, and reads nothing of them.</summary>
public static class SightProbe
{
    private const string Trace = "run Lowtide as root (sudo lowtide), or in a container with --cap-add SYS_PTRACE --cap-add DAC_READ_SEARCH";

    private const string Frames = "run Lowtide as root (sudo lowtide), or in a container with --cap-add SYS_ADMIN";

    public static HostSight Of()
    {
        var processes = Procfs.Pids().Select(Procfs.Stat).OfType<ProcessStat>()
            .Where(stat => stat is { IsKernelThread: false, IsZombie: false } && stat.Pid != Environment.ProcessId)
            .Select(stat => new Probed(stat.Pid, Procfs.UserOf(stat.Pid))).ToList();
        StuckProcesses.Look(processes.Select(process => process.Pid));
        var hidden = MemoryAccess.MayTrace ? null : HiddenProcesses.Option();
        return new HostSight
        {
            UserId = Procfs.OwnUserId,
            Sights =
            [
                Processes(processes.Count, hidden),
                OfEach(SightKind.Pages, processes, TryPages),
                OfEach(SightKind.Memory, processes, TryMemory),
                Once(SightKind.SharedWithWhom, Pagemap.ShowsFrames(), "the kernel shows page frame numbers to CAP_SYS_ADMIN alone", Frames),
                Once(SightKind.MergedPages, CanReadFlags(), "/proc/kpageflags is root's, and of no use without page frame numbers", Frames),
                OfEach(SightKind.PageFaults, processes, TryFaults),
                KernelFaults(),
                OfEach(SightKind.DotnetEvents, processes, TryEvents),
            ],
            Kernel = new KernelTraits(
                KernelOptions.KernelRelease(), TouchedPages.KernelScans(), KernelOptions.CountsAreAverages, hidden, IsFiltered()),
        };
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Probed(int Pid, uint? User);

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Refusal(string Why, string? Mend);

    private static Visibility Processes(int count, string? hidden) => hidden is null
        ? new Visibility(SightKind.Processes, count, count)
        : new Visibility(
            SightKind.Processes, count, count + 1, $"/proc is mounted with {hidden}: not all processes are shown", HiddenProcesses.Mend);

    private static Visibility OfEach(SightKind kind, List<Probed> processes, Func<Probed, Refusal?> attempt)
    {
        var refused = processes.Select(process => (process.Pid, Refusal: attempt(process))).Where(each => each.Refusal is not null).ToList();
        return refused is [({ } pid, { } first), ..]
            ? new Visibility(kind, processes.Count - refused.Count, processes.Count, first.Why, first.Mend) { Example = pid }
            : new Visibility(kind, processes.Count, processes.Count);
    }

    private static Visibility Once(SightKind kind, bool seen, string why, string? mend) =>
        (seen ? new Visibility(kind, 1, 1) : new Visibility(kind, 0, 1, why, mend)) with { OfTheMachine = true };

    private static Refusal? TryPages(Probed process)
    {
        using var file = ReadOnlyFile.Open($"/proc/{process.Pid}/pagemap");
        return file.IsInvalid && Marshal.GetLastPInvokeError() is not (MemoryAccess.NoFile or MemoryAccess.NoProcess)
            ? new Refusal("the kernel shows page tables to who may trace the process", MemoryAccess.PermitMappings(Trace)) : null;
    }

    private static Refusal? TryMemory(Probed process) =>
        ProcessMemory.Probe(process.Pid) is { State: MemoryAccessState.Denied or MemoryAccessState.Unsupported } refused
        ? new Refusal(refused.Why!, refused.Mend) : null;

    private static Refusal? TryFaults(Probed process)
    {
        using var watched = PerfEvent.TryOpen(process.Pid, PerfEventFile.AnyCpu, new PageFaultEvent(1, 0, Kernel: false), out var error);
        if (watched is not null || error == PerfRefusal.NoProcess)
            return null;
        var (why, mend) = PerfRefusal.Of(error);
        return new Refusal(why, mend);
    }

    private static Visibility KernelFaults()
    {
        using var watched = PerfEvent.TryOpen(Environment.ProcessId, PerfEventFile.AnyCpu, new PageFaultEvent(1, 0, Kernel: true), out var error);
        if (watched is null && !PerfRefusal.IsOfPermission(error))
            return Once(SightKind.KernelPageFaults, seen: false, PerfRefusal.Of(error).Why, PerfRefusal.Of(error).Mend);
        return Once(
            SightKind.KernelPageFaults, watched is not null, "kernel.perf_event_paranoid keeps them from users without CAP_PERFMON",
            "run Lowtide as root (sudo lowtide), or 'sysctl kernel.perf_event_paranoid=1'");
    }

    /// <summary>A .NET runtime's socket takes requests of its own user, and of who may write to any file: unix(7), "Pathname socket ownership".</summary>
    private static Refusal? TryEvents(Probed process) =>
        process.User == Procfs.OwnUserId || (Procfs.OwnUserId == 0 && MemoryAccess.MayWriteAnywhere)
            ? null : new Refusal("a .NET runtime's socket is open to its own user, and to root", "run Lowtide as that user, or as root (sudo lowtide)");

    private static bool CanReadFlags()
    {
        using var flags = KernelPageFlags.TryOpen();
        return flags is not null;
    }

    private static bool? IsFiltered() =>
        Procfs.Status(Environment.ProcessId) is { } status && int.TryParse(Procfs.ValueOf("Seccomp", status), CultureInfo.InvariantCulture, out var mode)
            ? mode == 2 : null;
}
