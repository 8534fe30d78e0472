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

    /// <summary>Those that were killed since the last time.</summary>
    public unsafe IReadOnlyList<KernelKill> Killed()
    {
        var killed = new List<KernelKill>();
        for (var records = 0; records < MostRecords; records++)
        {
            nint length;
            fixed (byte* start = _record)
                length = Native.Read(_file, start, RecordBytes);
            if (length < 0 && Marshal.GetLastPInvokeError() == Overwritten)
                continue;
            if (length <= 0)
                break;
            if (Victim(Encoding.UTF8.GetString(_record, 0, (int)length)) is { } victim)
                killed.Add(victim);
        }
        return killed;
    }

    /// <returns>Null of any other record, and of one that a program wrote, whose facility is not 0.</returns>
    internal static KernelKill? Victim(string record)
    {
        var found = Killing().Match(record);
        if (!found.Success || !int.TryParse(found.Groups["pid"].ValueSpan, CultureInfo.InvariantCulture, out var pid))
            return null;
        var resident = found.Groups["kib"].Captures.Select(kib => long.Parse(kib.ValueSpan, CultureInfo.InvariantCulture)).ToList();
        return new KernelKill(pid, resident.Count > 0 ? resident.Sum() * 1024 : null);
    }

    // __oom_kill_process, mm/oom_kill.c; up to Linux 5.0 why stands in a record of its own. What was resident by kind (anonymous, of files, of shared memory)
    // stands behind its name: 15 letters, each of which may be written as four.
    [GeneratedRegex(
        @"^[0-7],\d+,\d+,[^;\n]*;(?:(?:Memory cgroup out|Out) of memory[^:\n]*: )?Killed process (?<pid>\d{1,9}) \("
            + @"(?:.{0,60}?\) total-vm:\d+kB, anon-rss:(?<kib>\d{1,15})kB, file-rss:(?<kib>\d{1,15})kB(?:, shmem-rss:(?<kib>\d{1,15})kB)?)?",
        RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
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

/// <summary>A process that the kernel killed for memory.</summary>
/// <param name="ResidentBytes">What was resident of it then; null where the log does not say.</param>
internal sealed record KernelKill(int Pid, long? ResidentBytes);
