using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Machine;

/// <summary>ksmd, the kernel's thread that merges equal pages (Documentation/admin-guide/mm/ksm.rst).</summary>
public static class KsmDaemon
{
    private const string Name = "ksmd";

    /// <summary>1: on; 0: off; 2: off, and all that was merged is parted. Null where the kernel has no KSM, or does not show it.</summary>
    public static bool? IsOn() => ParseRun(ProcFile.TryReadText("/sys/kernel/mm/ksm/run"));

    internal static bool? ParseRun(string? text) => text is null ? null : text.Trim() == "1";

    /// <summary>In clock ticks since the machine started; null where it is not among them, as in a container, which sees no kernel threads.</summary>
    internal static long? CpuTicks(IEnumerable<ProcessStat> processes) =>
        processes.FirstOrDefault(process => process.IsKernelThread && process.Name == Name)?.CpuTicks;
}
