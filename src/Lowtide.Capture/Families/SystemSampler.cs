using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Samples the machine's memory and that of a process's cgroup. The group is looked for once: the table of mounts may be
/// long, and the group outlives the process.
/// </summary>
internal sealed class SystemSampler(int pid)
{
    private readonly Cgroups.Place? _place = Cgroups.Locate(pid, "memory");

    public SystemSample Take(double seconds) =>
        new(seconds, Meminfo.Read(), _place is null ? null : Cgroups.Read(_place, ProcFile.TryReadText));
}
