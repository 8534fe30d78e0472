using Lowtide.Capture.Machine;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>The machine that a result was had on.</summary>
public static class HostFiles
{
    public static Host Read(string programVersion)
    {
        var memory = Meminfo.Read();
        return new Host(
            ProcFile.TryReadText("/proc/sys/kernel/osrelease")?.Trim() ?? "unknown",
            CpuModel(),
            // Those that are online, as glibc counts them: .NET's own count is of those that this process may use.
            CpuTimes.Read()?.Cpus ?? Environment.ProcessorCount,
            [.. Caches()],
            memory.TotalBytes,
            memory.AvailableBytes,
            programVersion)
        {
            KsmdOn = KsmDaemon.IsOn(),
        };
    }

    private static string? CpuModel() =>
        ProcFile.TryReadText("/proc/cpuinfo")?.Split('\n')
            .FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':', 2)[^1].Trim();

    private static IEnumerable<string> Caches()
    {
        const string Folder = "/sys/devices/system/cpu/cpu0/cache";
        for (var index = 0; ProcFile.TryReadText($"{Folder}/index{index}/size") is { } size; index++)
        {
            var level = ProcFile.TryReadText($"{Folder}/index{index}/level")?.Trim();
            var type = ProcFile.TryReadText($"{Folder}/index{index}/type")?.Trim();
            yield return $"L{level} {type} {size.Trim()}";
        }
    }
}
