using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>
/// Samples the machine's memory and disks, and the memory of a process's cgroup. The group is looked for once: the table of
/// mounts may be long, and the group outlives the process.
/// </summary>
internal sealed class SystemSampler(int pid)
{
    private readonly Cgroups.Place? _place = Cgroups.Locate(pid, "memory");
    private DiskTimes? _disks;
    private PressureTotals? _memory, _io;

    public SystemSample Take(double seconds)
    {
        var disks = DiskTimes.Parse(ProcFile.TryReadText("/proc/diskstats"));
        var memory = PressureTotals.Parse(ProcFile.TryReadText("/proc/pressure/memory"));
        var io = PressureTotals.Parse(ProcFile.TryReadText("/proc/pressure/io"));
        var sample = new SystemSample(seconds, Meminfo.Read(), _place is null ? null : Cgroups.Read(_place, ProcFile.TryReadText))
        {
            DiskBusySeconds = _disks is null ? null : disks?.BusiestSince(_disks),
            MemoryWaitSeconds = (memory?.SomeMicroseconds - _memory?.SomeMicroseconds) / 1e6,
            IoWaitSeconds = (io?.FullMicroseconds - _io?.FullMicroseconds) / 1e6,
        };
        (_disks, _memory, _io) = (disks, memory, io);
        return sample;
    }
}
