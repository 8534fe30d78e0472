using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>Why page faults of a process cannot be watched, and what would permit it: perf_event_open(2), "ERRORS", and
/// Documentation/admin-guide/perf-security.rst.</summary>
internal static class PerfRefusal
{
    private const int NotPermitted = 1, AccessDenied = 13, NoSystemCall = 38, TooManyFiles = 24, NoEntry = 2, NoMemory = 12;

    public const int NoProcess = 3;

    private const int ParanoidEverywhere = 3;

    private const string ParanoidFile = "/proc/sys/kernel/perf_event_paranoid";

    /// <summary>Whether it may still be permitted with faults inside the kernel left out.</summary>
    public static bool IsOfPermission(int error) => error is NotPermitted or AccessDenied;

    public static (string Why, string? Mend) Of(int error) => Of(error, Paranoid());

    internal static (string Why, string? Mend) Of(int error, int? paranoid) => error switch
    {
        // Debian's and Ubuntu's kernels know a level that refuses everybody without the capability.
        NotPermitted or AccessDenied when paranoid >= ParanoidEverywhere => (
            string.Create(CultureInfo.InvariantCulture, $"kernel.perf_event_paranoid is {paranoid}: nobody may without CAP_PERFMON"),
            "run Lowtide with CAP_PERFMON (sudo), or as the target's user after 'sysctl kernel.perf_event_paranoid=2'"),
        NotPermitted or AccessDenied => (
            "the kernel does not permit it: the target belongs to another user, or a container's filter forbids perf_event_open",
            "run Lowtide with CAP_PERFMON (sudo), or as the target's user outside the container"),
        NoSystemCall or NoEntry => ("this kernel has no page-fault events (CONFIG_PERF_EVENTS)", null),
        TooManyFiles => (
            "each thread of the target takes a file descriptor a CPU, and the limit is reached",
            "raise it: ulimit -n 1048576 (ulimit -Hn, as root, first)"),
        NoMemory => ("the kernel has no memory for the buffers", null),
        _ => (string.Create(CultureInfo.InvariantCulture, $"perf_event_open failed (error {error})"), null),
    };

    private static int? Paranoid() =>
        int.TryParse(ProcFile.TryReadText(ParanoidFile), CultureInfo.InvariantCulture, out var level) ? level : null;
}
