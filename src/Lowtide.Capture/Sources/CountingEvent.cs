using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>A count over one process and all that it will ever fork, by perf_event_open(2).</summary>
internal sealed class CountingEvent : IDisposable
{
    private const ulong TimeEnabled = 1, TimeRunning = 2;

    private readonly SafeFileHandle _file;

    private CountingEvent(SafeFileHandle file) => _file = file;

    /// <summary>Counts from now on. Threads that the process already has beside its first are not in it.</summary>
    /// <param name="type">Of <see cref="PerfEventFile"/>.</param>
    /// <param name="error">errno, where there is no event.</param>
    public static CountingEvent? TryOpen(int pid, uint type, ulong config, out int error)
    {
        var attributes = new PerfEventAttributes
        {
            Type = type,
            Config = config,
            ReadFormat = TimeEnabled | TimeRunning,
            Bits = PerfEventBits.Inherit | PerfEventBits.ExcludeHypervisor,
        };
        return PerfEventFile.TryOpen(attributes, pid, PerfEventFile.AnyCpu, out error) is { } file ? new CountingEvent(file) : null;
    }

    /// <returns>Living and ended processes together; null where it could not be read, or never had its turn on a counter.</returns>
    public long? Read()
    {
        Span<ulong> words = stackalloc ulong[3];
        return PerfEventFile.TryRead(_file, words) ? Scaled(words[0], words[1], words[2]) : null;
    }

    /// <summary>Where there are more events than counters the kernel lets them take turns: what was counted stands for the whole time.</summary>
    internal static long? Scaled(ulong counted, ulong enabled, ulong running) =>
        running == enabled ? (long)counted
        : running == 0 ? null
        : (long)(counted * (enabled / (double)running));

    public void Dispose() => _file.Dispose();
}
