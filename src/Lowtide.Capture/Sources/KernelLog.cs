using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Whom the kernel killed for memory, by its own log: each read of /dev/kmsg gives one record (Documentation/ABI/testing/dev-kmsg). It takes root, or
/// CAP_SYSLOG where kernel.dmesg_restrict is set.
/// </summary>
internal sealed partial class KernelLog : IDisposable
{
    /// <summary>Of the first namespace of processes, by whose numbers the kernel logs (include/linux/proc_ns.h, PROC_PID_INIT_INO).</summary>
    private const string FirstNamespace = "pid:[4026531836]";

    /// <summary>Of one record (PRINTKRB_RECORD_MAX and what stands before it); a longer one ends the read with EINVAL.</summary>
    private const int RecordBytes = 8 << 10;

    /// <summary>Records of one look: a flood of them is read on at the next.</summary>
    private const int MostRecords = 10_000;

    private const int End = 2, NonBlocking = 0x800; // SEEK_END; O_NONBLOCK, fcntl.h on x86-64

    /// <summary>EPIPE: older records made room for newer ones.</summary>
    private const int Overwritten = 32;

    private readonly SafeFileHandle _file;
    private readonly byte[] _record = new byte[RecordBytes];

    private KernelLog(SafeFileHandle file) => _file = file;

    /// <returns>What is logged from now on; null where it cannot be read, or names processes by numbers of another namespace.</returns>
    public static KernelLog? Open()
    {
        if (new FileInfo("/proc/self/ns/pid").LinkTarget != FirstNamespace)
            return null;
        var file = ReadOnlyFile.Open("/dev/kmsg", NonBlocking);
        if (!file.IsInvalid && Native.Seek(file, 0, End) >= 0)
            return new KernelLog(file);
        file.Dispose();
        return null;
    }

    /// <summary>Pids of those that were killed since the last time.</summary>
    public unsafe IReadOnlyList<int> Killed()
    {
        var killed = new List<int>();
        for (var records = 0; records < MostRecords; records++)
        {
            nint length;
            fixed (byte* start = _record)
                length = Native.Read(_file, start, RecordBytes);
            if (length < 0 && Marshal.GetLastPInvokeError() == Overwritten)
                continue;
            if (length <= 0)
                break;
            if (Victim(Encoding.UTF8.GetString(_record, 0, (int)length)) is { } pid)
                killed.Add(pid);
        }
        return killed;
    }

    /// <returns>Null of any other record, and of one that a program wrote, whose facility is not 0.</returns>
    internal static int? Victim(string record) =>
        Killing().Match(record) is { Success: true } match && int.TryParse(match.Groups["pid"].ValueSpan, CultureInfo.InvariantCulture, out var pid)
            ? pid : null;

    // __oom_kill_process, mm/oom_kill.c.
    [GeneratedRegex(
        @"^[0-7],\d+,\d+,[^;\n]*;(?:Memory cgroup out|Out) of memory[^:\n]*: Killed process (?<pid>\d{1,9}) \(", RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Killing();

    public void Dispose() => _file.Dispose();

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
        internal static unsafe partial nint Read(SafeFileHandle file, byte* destination, nuint length);

        [LibraryImport("libc", EntryPoint = "lseek")]
        internal static partial long Seek(SafeFileHandle file, long offset, int whence);
    }
}
