using Lowtide.Analysis;
using Lowtide.Recordings;

namespace Lowtide.Trials.Past;

/// <summary>
/// Machines on which a trial may be gone on with, and of which one verdict holds: the same processor, caches and number
/// of CPUs. Remedies have broken on one class only: Instagram's roll-out failed on its oldest processors.
/// </summary>
internal static class MachineClass
{
    public static string Of(Host host) =>
        $"{host.CpuModel ?? "unknown processor"}, {Amount.Count(host.Cpus, "CPU")}"
        + (host.CpuCaches is [.., var largest] ? $", {largest}" : "");
}
