using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Capture.Watching;
using Lowtide.Recordings.Watching;

namespace Lowtide.Tests.Pure.Watching;

/// <summary>A made-up family, of pids that no Linux gives, whose ends the kernel's log tells.</summary>
public sealed class FollowedFamilyTests
{
    private const long MiB = 1 << 20;

    /// <summary>PID_MAX_LIMIT of include/linux/threads.h is 4 Mi.</summary>
    private const int Master = 5_000_000;

    private static readonly DateTimeOffset At = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly FollowedFamily _family = new("uwsgi", Of(Master, [1, 2, 3]), WatchedEventKind.Found);

    [Fact]
    public void A_worker_that_was_killed_is_told_with_what_the_kernel_says_it_held()
    {
        Look(Of(Master, [1, 2, 3]));
        var events = Look(Of(Master, [1]), Killed(2, 300 * MiB), Killed(77, 9));
        Assert.Equal(
            [(WatchedEventKind.KilledForMemory, Master + 2, "1", 300 * MiB), (WatchedEventKind.WorkerEnded, Master + 3, "2", null)],
            events.Select(one => (one.Kind, one.Pid, one.Slot, one.ResidentBytes)));
    }

    /// <summary>As with memory.oom.group, or where a supervisor ends the rest: nothing of it is there at the next look.</summary>
    [Fact]
    public void Of_a_family_that_is_gone_those_are_told_that_were_killed()
    {
        Look(Of(Master, [1, 2, 3]));
        var events = _family.Gone(At, new[] { Killed(0, 50 * MiB), Killed(3, 300 * MiB) }.ToDictionary(kill => kill.Pid));
        Assert.Equal(
            [
                (WatchedEventKind.KilledForMemory, Master, "master", 50 * MiB), (WatchedEventKind.KilledForMemory, Master + 3, "2", 300 * MiB),
                (WatchedEventKind.Ended, Master, null, null),
            ],
            events.Select(one => (one.Kind, one.Pid, one.Slot, one.ResidentBytes)));
    }

    [Fact]
    public void Of_one_that_ended_nobody_was_killed()
    {
        Look(Of(Master, [1, 2, 3]));
        Assert.Equal(new WatchedEvent(At, "uwsgi", WatchedEventKind.Ended, Master), Assert.Single(_family.Gone(At, new Dictionary<int, KernelKill>())));
    }

    [Fact]
    public void A_head_that_another_one_follows_was_killed()
    {
        Look(Of(Master, [1]));
        var events = Look(Of(Master + 10, [11]), Killed(0, MiB), Killed(1, null));
        Assert.Equal(
            [(WatchedEventKind.KilledForMemory, "master"), (WatchedEventKind.Restarted, null), (WatchedEventKind.KilledForMemory, "0")],
            events.Select(one => (one.Kind, one.Slot)));
    }

    private IReadOnlyList<WatchedEvent> Look(Server server, params KernelKill[] killed) =>
        _family.Take(server, At, TimeSpan.Zero, killed.ToDictionary(kill => kill.Pid));

    private static KernelKill Killed(int number, long? resident) => new(Master + number, resident);

    private static Server Of(int master, int[] workers) =>
        new(new Family(Stat(master), [.. workers.Select(number => Stat(Master + number))]), "uwsgi", "identity", "cpython");

    private static ProcessStat Stat(int pid) => new(pid, "uwsgi", 'S', 1, 0, 1, StartTicks: pid, RssPages: 1, 0, StackStart: 1, 0);
}
