using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Whom the kernel killed, with all of it known or little.</summary>
internal static class MadeKills
{
    private const long MiB = 1 << 20;

    private static readonly DateTimeOffset At = new(2026, 3, 1, 2, 14, 10, TimeSpan.Zero);

    /// <summary>It grew for hours.</summary>
    public static WatchedEvent Grew { get; } = Kill(minutes: 0, pid: 4711) with
    {
        Slot = "0",
        Memory = MemoryUse.Unknown with { PssBytes = 395 * MiB, PrivateBytes = 380 * MiB },
        ReadAt = At.AddSeconds(-24),
        ResidentBytes = 512 * MiB,
        GrowingSince = At.AddMinutes(-131),
        GrewFromBytes = 60 * MiB,
        Cause = CollectorCopies.FindingId,
    };

    /// <summary>Of the day before.</summary>
    public static WatchedEvent GrewOvernight { get; } = Grew with { GrowingSince = At.AddHours(-9), Others = 2, Busy = 0.25 };

    public static WatchedEvent HeldAsMuch { get; } = Grew with { Slot = "1", Pid = 4712, GrowingSince = null, GrewFromBytes = 381 * MiB, ResidentBytes = null };

    public static WatchedEvent NeverRead { get; } = Kill(minutes: -20, pid: 4713) with { Slot = WatchedProcess.Master };

    /// <summary>Two of those that ended.</summary>
    public static WatchedEvent Unnamed { get; } = Kill(minutes: -30, pid: 10) with { Others = 1, Cause = FreeKept.FindingId };

    /// <summary>In order of time.</summary>
    public static IReadOnlyList<WatchedEvent> All { get; } = [Unnamed, NeverRead, HeldAsMuch, GrewOvernight, Grew];

    private static WatchedEvent Kill(int minutes, int pid) => new(At.AddMinutes(minutes), "uwsgi", WatchedEventKind.KilledForMemory, pid);
}
