using System.Globalization;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Machine;

/// <summary>
/// How long each core has slowed itself down because of heat: ABI/stable/sysfs-devices-system-cpu. Intel's only, and
/// not in virtual machines.
/// </summary>
internal static class ThermalThrottling
{
    /// <summary>Empty where the kernel does not say.</summary>
    public static IReadOnlyList<long> Milliseconds() => Milliseconds(ProcFile.TryReadText);

    internal static IReadOnlyList<long> Milliseconds(Func<string, string?> read)
    {
        var cores = new List<long>();
        for (var cpu = 0; read($"/sys/devices/system/cpu/cpu{cpu}/thermal_throttle/core_throttle_total_time_ms") is { } text; cpu++)
            if (long.TryParse(text, CultureInfo.InvariantCulture, out var milliseconds))
                cores.Add(milliseconds);
        return cores;
    }
}
