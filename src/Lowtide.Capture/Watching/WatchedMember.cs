using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>One process of a watch: what it held when it was last read, and when it may be read again.</summary>
internal sealed class WatchedMember
{
    private readonly StallBudget _budget = new();

    /// <summary>On the clock of the watch.</summary>
    public TimeSpan LastRead { get; private set; } = TimeSpan.MinValue;

    /// <summary>Whether or not its memory could be.</summary>
    public bool WasRead => LastRead != TimeSpan.MinValue;

    /// <summary>When its PSS was; null before the first time.</summary>
    public DateTimeOffset? ReadAt { get; private set; }

    /// <inheritdoc cref="WatchedProcess.IsUnreadable"/>
    public bool IsUnreadable { get; private set; }

    public MemoryUse Memory { get; private set; } = MemoryUse.Unknown;

    public WatchedCounters Counters { get; private set; } = WatchedCounters.None;

    /// <summary>By generation.</summary>
    public CountedUp Collections { get; } = new();

    /// <summary>Of a processor, from the look before to the latest; null before the second.</summary>
    public double? Busy { get; private set; }

    private (long CpuTicks, TimeSpan At)? _seen;

    /// <summary>What the kernel counts anew at each look, which costs nothing.</summary>
    public void See(ProcessStat stat, TimeSpan now)
    {
        Memory = Memory with { RssBytes = stat.RssBytes };
        if (_seen is var (ticks, at) && now > at)
            Busy = (stat.CpuTicks - ticks) / ClockTicks.PerSecond / (now - at).TotalSeconds;
        _seen = (stat.CpuTicks, now);
    }

    /// <summary>Of a processor, for the latest reading.</summary>
    public TimeSpan Worked { get; private set; }

    public bool MayBeRead(TimeSpan now) => _budget.Allows(now);

    /// <summary>Reads a process, and changes nothing here: where it does not come back, it may go on in a while.</summary>
    public static Reading Read(ProcessStat stat, WatchBudget budget, TimeProvider time)
    {
        var (began, worked) = (time.GetTimestamp(), ThreadTime.Now());
        using var space = AddressSpace.TryOpen(stat.Pid, follows: true);
        var opened = time.GetTimestamp();
        var memory = MemoryLook.OfMany(stat.Pid, stat.RssBytes, space?.Mappings, MemoryLook.BytesWithin(budget.LongestStall), out var whole);
        var held = time.GetElapsedTime(opened);
        var counters = space is null ? WatchedCounters.None : CounterReader.Read(space);
        var isIt = Procfs.Stat(stat.Pid)?.Image == stat.Image;
        return new Reading(isIt ? memory : null, counters, time.GetElapsedTime(began), ThreadTime.Now() - worked, whole ? held : null);
    }

    public void Take(Reading reading, DateTimeOffset at, TimeSpan now)
    {
        _budget.Spend(now, reading.Took);
        (LastRead, Worked) = (now, reading.Worked);
        if (reading.Memory is null)
            return;
        Counters = reading.Counters;
        Collections.Take(Counters.Collections);
        IsUnreadable = reading.Memory.PssBytes is null;
        if (!IsUnreadable)
            (Memory, ReadAt) = (reading.Memory, at);
    }

    /// <param name="Memory">Null where another process has its pid by now.</param>
    /// <param name="Took">By the clock: for how long the process may have waited.</param>
    /// <param name="Worked">Of a processor.</param>
    /// <param name="Held">How long the call took that holds its mmap lock; null where it was estimated.</param>
    internal sealed record Reading(MemoryUse? Memory, WatchedCounters Counters, TimeSpan Took, TimeSpan Worked, TimeSpan? Held);
}
