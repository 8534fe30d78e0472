using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Watching;

/// <summary>One process of a watch: what it held when it was last read, and when it may be read again.</summary>
internal sealed class WatchedMember
{
    private readonly StallBudget _budget = new();

    /// <summary>On the clock of the watch.</summary>
    public TimeSpan LastRead { get; private set; } = TimeSpan.MinValue;

    public DateTimeOffset? ReadAt { get; private set; }

    public MemoryUse Memory { get; private set; } = MemoryUse.Unknown;

    /// <summary>As the kernel counts it anew at each look, which costs nothing.</summary>
    public void SetResident(long bytes) => Memory = Memory with { RssBytes = bytes };

    public bool MayBeRead(TimeSpan now) => _budget.Allows(now);

    /// <summary>Reads a process, and changes nothing here: where it does not come back, it may go on in a while.</summary>
    /// <returns>Null of Memory where another process has its pid by now; Whole where it was read by the call that holds its mmap lock.</returns>
    public static (MemoryUse? Memory, TimeSpan Took, bool Whole) Read(ProcessStat stat, WatchBudget budget, TimeProvider time)
    {
        var began = time.GetTimestamp();
        var memory = MemoryLook.OfMany(stat.Pid, stat.RssBytes, MemoryLook.BytesWithin(budget.LongestStall), out var whole);
        var took = time.GetElapsedTime(began);
        return (Procfs.Stat(stat.Pid)?.StartTicks == stat.StartTicks ? memory : null, took, whole);
    }

    public void Take(MemoryUse? memory, DateTimeOffset at, TimeSpan took, TimeSpan now)
    {
        _budget.Spend(now, took);
        LastRead = now;
        if (memory?.PssBytes is not null)
            (Memory, ReadAt) = (memory, at);
    }
}
