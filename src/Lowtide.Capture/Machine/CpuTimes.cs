using System.Globalization;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Machine;

/// <summary>
/// CPU time of the machine since it started, in clock ticks (100 a second): the first line of /proc/stat, proc_stat(5).
/// </summary>
/// <param name="WorkTicks">user + nice + system. A guest's time is in user already.</param>
/// <param name="Cpus">Those that are online. .NET's own count is of those that this process may use.</param>
internal sealed record CpuTimes(long WorkTicks, long StealTicks, int Cpus)
{
    public static CpuTimes? Read() => Parse(ProcFile.TryReadText("/proc/stat") ?? "");

    public static CpuTimes? Parse(string text)
    {
        var lines = text.Split('\n');
        var cpus = lines.Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && line.Length > 3 && char.IsAsciiDigit(line[3]));
        if (cpus == 0 || lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["cpu", .. { Length: >= 8 } fields])
            return null;
        var ticks = fields.Select(field => long.TryParse(field, CultureInfo.InvariantCulture, out var value) ? value : 0).ToArray();
        return new CpuTimes(ticks[0] + ticks[1] + ticks[2], ticks[7], cpus);
    }
}
