using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>The fields of /proc/PID/stat that Lowtide uses, proc_pid_stat(5).</summary>
/// <param name="State">'Z' is a zombie: it has no memory left to look at.</param>
/// <param name="StackStart">0 without permission to read the process's memory map.</param>
public sealed record ProcessStat(
    int Pid,
    string Name,
    char State,
    int ParentPid,
    uint Flags,
    int Threads,
    long StartTicks,
    long RssPages,
    ulong CodeStart,
    ulong StackStart,
    ulong BreakStart)
{
    private const uint KernelThreadFlag = 0x0020_0000; // PF_KTHREAD, include/linux/sched.h

    /// <summary>Of all its threads, user and system, in clock ticks (100 a second).</summary>
    public long CpuTicks { get; init; }

    /// <summary>Of the children that it has waited for, and of theirs.</summary>
    public long ReapedCpuTicks { get; init; }

    /// <summary>Which program it is: a pid alone is used again, and exec makes another program.</summary>
    public (int Pid, long StartTicks, ulong StackStart) Image => (Pid, StartTicks, StackStart);

    /// <summary>Its name without what it is doing, where it writes that over its name too.</summary>
    public string Program => Recordings.ProcessTitle.Program(Name);

    /// <summary>Page faults of all its threads, an ended one's too, that needed no storage; exec does not set it back.</summary>
    public long MinorFaults { get; init; }

    /// <summary>Those that waited for storage.</summary>
    public long MajorFaults { get; init; }

    public bool IsKernelThread => (Flags & KernelThreadFlag) != 0;

    public long RssBytes => RssPages * Recordings.Page.Size;

    public bool IsZombie => State is 'Z' or 'X';

    /// <summary>
    /// Its first thread has ended by itself (pthread_exit(3)) and others run on. It is counted until they have ended, and what /proc tells of the process by
    /// way of it, its mappings above all, is empty (exit_notify in kernel/exit.c).
    /// </summary>
    public bool HasLostItsMainThread => IsZombie && Threads > 1;

    /// <summary>
    /// The name stands in brackets and may itself hold brackets and blanks, so the fields are counted from
    /// the last closing one.
    /// </summary>
    public static ProcessStat? Parse(string text)
    {
        var open = text.IndexOf('(');
        var close = text.LastIndexOf(')');
        if (open < 1 || close < open || close + 2 >= text.Length)
            return null;
        var fields = text[(close + 2)..].Split(' ');
        if (fields.Length < 45)
            return null;
        var sound = int.TryParse(text.AsSpan(0, open - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var pid) && Field(3).Length == 1;
        var stat = new ProcessStat(
            pid,
            text[(open + 1)..close],
            Field(3).FirstOrDefault(),
            (int)Number(4),
            (uint)Number(9),
            (int)Number(20),
            Number(22),
            Number(24),
            Address(26),
            Address(28),
            Address(47))
        {
            MinorFaults = Number(10),
            MajorFaults = Number(12),
            CpuTicks = Number(14) + Number(15),
            ReapedCpuTicks = Number(16) + Number(17),
        };
        return sound ? stat : null;

        // Numbered as in the man page, where the state is field 3.
        string Field(int number) => fields[number - 3];

        long Number(int number)
        {
            sound &= long.TryParse(Field(number), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value);
            return value;
        }

        ulong Address(int number)
        {
            sound &= ulong.TryParse(Field(number), NumberStyles.None, CultureInfo.InvariantCulture, out var value);
            return value;
        }
    }
}
