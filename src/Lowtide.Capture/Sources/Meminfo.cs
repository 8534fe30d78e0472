using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>The machine's memory as /proc/meminfo has it: "MemTotal:       16316412 kB", proc_meminfo(5).</summary>
internal static class Meminfo
{
    public static HostMemory Read() => Parse(ProcFile.TryReadText("/proc/meminfo") ?? "");

    public static HostMemory Parse(string text)
    {
        return new HostMemory(
            Bytes("MemTotal"), Bytes("MemAvailable"), Bytes("Cached") + Bytes("Buffers"), Bytes("SwapTotal"), Bytes("SwapFree"))
        {
            FreeBytes = Bytes("MemFree"),
        };

        long? Bytes(string key) => Procfs.BytesOf(key, text);
    }
}
