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

    /// <summary>A number is of those to whom the same happened.</summary>
    [Fact]
    public void Of_many_that_went_at_once_ten_of_a_kind_are_told()
    {
        var many = Enumerable.Range(1, 40).ToArray();
        Look(Of(Master, many));
        var events = Look(Of(Master, []), [.. many.Take(25).Select(number => Killed(number, MiB))]);
        Assert.Equal((10, 25), Told(WatchedEventKind.KilledForMemory));
        Assert.Equal((10, 15), Told(WatchedEventKind.WorkerEnded));

        (int, int) Told(WatchedEventKind kind) => (events.Count(one => one.Kind == kind), events.Where(one => one.Kind == kind).Sum(one => 1 + one.Others));
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

    /// <summary>The kernel's log cannot be read: how many were killed is known, and whom only where nobody else went.</summary>
    [Theory]
    [InlineData(1, new[] { 1, 2 }, "KilledForMemory 2")]
    [InlineData(1, new[] { 1 }, "WorkerEnded 1, WorkerEnded 2, KilledForMemory")]
    [InlineData(2, new[] { 1 }, "KilledForMemory 1, KilledForMemory 2")]
    [InlineData(2, new int[0], "WorkerEnded 0, WorkerEnded 1, WorkerEnded 2, KilledForMemory+1")]
    [InlineData(0, new[] { 1 }, "WorkerEnded 1, WorkerEnded 2")]
    public void By_the_counter_alone_a_victim_has_no_name_where_others_ended_too(int kills, int[] left, string told)
    {
        var counted = 5L;
        var family = new FollowedFamily("uwsgi", Of(Master, [1, 2, 3]), null) { Counted = _ => new Cgroups.CountedKills("/a", counted) };
        family.Take(Of(Master, [1, 2, 3]), At, TimeSpan.Zero, null);
        counted += kills;
        var events = family.Take(Of(Master, left), At, TimeSpan.Zero, null);
        Assert.Equal(told, string.Join(", ", events.Select(one => $"{one.Kind} {one.Slot}".TrimEnd() + (one.Others > 0 ? $"+{one.Others}" : ""))));
        Assert.All(events, one => Assert.Null(one.ResidentBytes));
    }

    /// <summary>Nothing of it is there, and all of it is among the victims.</summary>
    [Fact]
    public void By_the_counter_a_family_that_is_gone_was_killed()
    {
        var counted = 0L;
        var family = new FollowedFamily("uwsgi", Of(Master, [1, 2]), null) { Counted = _ => new Cgroups.CountedKills("/a", counted) };
        family.Take(Of(Master, [1, 2]), At, TimeSpan.Zero, null);
        counted = 3;
        Assert.Equal(["master", "0", "1", null], family.Gone(At, null).Select(one => one.Slot));
    }

    /// <summary>As uWSGI reloads: it has another image, and is the same process.</summary>
    [Fact]
    public void A_head_that_became_another_program_was_not_killed()
    {
        var counted = 0L;
        var family = new FollowedFamily("uwsgi", Of(Master, [1, 2]), null) { Counted = _ => new Cgroups.CountedKills("/a", counted) };
        family.Take(Of(Master, [1, 2]), At, TimeSpan.Zero, null);
        counted = 1;
        var events = family.Take(new Server(new Family(Stat(Master) with { StackStart = 7 }, [Stat(Master + 1)]), "uwsgi", "identity", "cpython"),
            At, TimeSpan.Zero, null);
        Assert.Equal([(WatchedEventKind.Restarted, null), (WatchedEventKind.KilledForMemory, "1")], events.Select(one => (one.Kind, one.Slot)));
    }

    private IReadOnlyList<WatchedEvent> Look(Server server, params KernelKill[] killed) =>
        _family.Take(server, At, TimeSpan.Zero, killed.ToDictionary(kill => kill.Pid));

    private static KernelKill Killed(int number, long? resident) => new(Master + number, resident);

    private static Server Of(int master, int[] workers) =>
        new(new Family(Stat(master), [.. workers.Select(number => Stat(Master + number))]), "uwsgi", "identity", "cpython");

    private static ProcessStat Stat(int pid) => new(pid, "uwsgi", 'S', 1, 0, 1, StartTicks: pid, RssPages: 1, 0, StackStart: 1, 0);
}
