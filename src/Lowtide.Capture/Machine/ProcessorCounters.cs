using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Machine;

/// <summary>Instructions, cycles and cache misses of a process and all that it forks from now on.</summary>
public sealed class ProcessorCounters : IDisposable
{
    private const int NotPermitted = 1, NoEntry = 2, NoProcess = 3, AccessDenied = 13, NoDevice = 19, NoSystemCall = 38, NotSupported = 95;

    /// <summary>enum perf_hw_id, include/uapi/linux/perf_event.h.</summary>
    private const ulong Cycles = 0, Instructions = 1, CacheMisses = 3;

    private readonly CountingEvent? _instructions, _cycles, _cacheMisses;
    private readonly string? _why;

    private ProcessorCounters(int pid)
    {
        _instructions = Open(pid, Instructions, ref _why);
        _cycles = Open(pid, Cycles, ref _why);
        _cacheMisses = Open(pid, CacheMisses, ref _why);
    }

    /// <param name="pid">Just started, so that it has one thread and no children yet.</param>
    public static ProcessorCounters Open(int pid) => new(pid);

    public ProcessorCounts Read()
    {
        var (instructions, cycles, misses) = (_instructions?.Read(), _cycles?.Read(), _cacheMisses?.Read());
        return new ProcessorCounts(
            instructions, cycles, misses,
            _why ?? (instructions is null || cycles is null || misses is null ? "another program holds the processors' counters" : null));
    }

    public void Dispose()
    {
        _instructions?.Dispose();
        _cycles?.Dispose();
        _cacheMisses?.Dispose();
    }

    /// <summary>The first reason stands for all: the events are refused together.</summary>
    private static CountingEvent? Open(int pid, ulong config, ref string? why)
    {
        var opened = CountingEvent.TryOpen(pid, PerfEventFile.Hardware, config, out var error);
        if (opened is null)
            why ??= Why(error);
        return opened;
    }

    /// <summary>perf_event_open(2), "ERRORS".</summary>
    internal static string Why(int error) => error switch
    {
        NoEntry or NoDevice or NotSupported => "not supported here: the processors' counters are hidden, as virtual machines often do",
        NoSystemCall => "not supported here: the kernel has no perf events",
        NotPermitted or AccessDenied => "not permitted: run Lowtide with CAP_PERFMON (sudo), or lower kernel.perf_event_paranoid to 1",
        NoProcess => "the server ended meanwhile",
        _ => $"perf_event_open failed (error {error})",
    };
}
