using System.Globalization;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Serving;

/// <summary>The system call that a thread waits in: /proc/PID/task/TID/syscall (proc_pid_syscall(5)). The kernel tells it without stopping anybody.</summary>
/// <param name="First">Its first two arguments.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct BlockedCall(int Number, ulong First, ulong Second)
{
    // x86-64, arch/x86/entry/syscalls/syscall_64.tbl.
    public const int Read = 0, Poll = 7, Select = 23, Accept = 43, SelectP = 270, PollP = 271, Accept4 = 288;

    /// <summary>A lock that threads or processes share (futex(2)).</summary>
    public const int Futex = 202;

    /// <summary>Of a process's first thread.</summary>
    public static BlockedCall? Of(int pid) => Sources.ProcFile.TryReadText($"/proc/{pid}/syscall") is { } text ? Parse(text.Trim()) : null;

    /// <param name="text">"232 0x7 0x7ffe... ... sp pc"; "running" of one that runs, "-1 sp pc" of one that is blocked in none.</param>
    public static BlockedCall? Parse(string text)
    {
        var words = text.Split(' ');
        return words.Length >= 7 && int.TryParse(words[0], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && Argument(words[1]) is { } first && Argument(words[2]) is { } second ? new BlockedCall(number, first, second) : null;
    }

    private static ulong? Argument(string word) =>
        word.StartsWith("0x", StringComparison.Ordinal)
            && ulong.TryParse(word.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value) ? value : null;
}
