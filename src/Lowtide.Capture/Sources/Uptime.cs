using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>Time since boot in the clock ticks (100 a second) that /proc/PID/stat counts a process's start in.</summary>
public static class Uptime
{
    public static long Ticks()
    {
        // "seconds.hundredths idle", proc_uptime(5).
        var text = (ProcFile.TryReadText("/proc/uptime") ?? "0 0").Split(' ')[0];
        return (long)Math.Round(double.Parse(text, CultureInfo.InvariantCulture) * 100);
    }
}
