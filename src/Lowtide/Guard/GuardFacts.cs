using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Serve;

namespace Lowtide.Guard;

/// <summary>A guarded family at one look.</summary>
/// <param name="At">The time of day.</param>
/// <param name="Now">On the clock of the watch.</param>
internal sealed record GuardedLook(WatchedFamily Family, GuardStanza Stanza, DateTimeOffset At, TimeSpan Now)
{
    /// <summary>Other instances of it, each a family of its own.</summary>
    public required IEnumerable<WatchedFamily> Peers { get; init; }

    /// <summary>The latest of it; null where nobody looked.</summary>
    public LatestDiagnosis? Diagnosis { get; init; }

    /// <summary>Why nobody may be recycled now, of whichever family; null where somebody may.</summary>
    public string? Held { get; init; }
}

/// <summary>All that a decision rests on.</summary>
internal sealed record GuardKnown(GuardedFamily Family, GuardState State, (IDoor Door, ServerFacts Facts)? Door)
{
    /// <summary>Whether one of those that may be asked is over a limit, or the family is.</summary>
    public required bool IsOver { get; init; }
}

/// <summary>What is known of a family that is over a limit: of the look, the machine, the history, and what was done before.</summary>
/// <param name="hostBudget">Of all families together, within an hour; as it is now.</param>
internal sealed class GuardFacts(IGuardedMachine machine, HistoryReader past, RespawnAccount account, Func<int?> hostBudget)
{
    /// <summary>How far back workers are learned from.</summary>
    private static readonly TimeSpan Learned = TimeSpan.FromDays(2);

    /// <param name="workers">At this look.</param>
    public GuardKnown Of(GuardedLook look, FollowedGuard followed, IReadOnlyList<GuardedWorker> workers)
    {
        var (family, stanza, now) = (look.Family, look.Stanza, look.Now);
        var door = followed.DoorOf(family, machine, stanza.Door, now);
        var learning = LearnSeconds(stanza.Policy, family.Workers);
        var closed = AllDoors.Closed(door, stanza.Door);
        var state = new GuardState
        {
            Closed = closed,
            Held = look.Held ?? (stanza.Acts && closed is null ? followed.Claimed(family, machine) : null) ?? Unsettled(followed, learning, now)
                ?? NoPeer(door, look.Peers),
            Respawns = account.Within(family.Label, stanza.Acts),
            HostLeft = hostBudget() is { } most ? most - account.Within(null, stanza.Acts) : int.MaxValue,
            OverFor = now - (followed.Over ?? now),
            QuietAwaitedFor = now - (followed.QuietAwaited ?? now),
        };
        // Whoever does not serve yet may become one.
        var asked = workers.Where(worker => door is null || !worker.Serves || machine.IsWorker(worker.Pid, door.Value.Door)).ToList();
        if (closed is null)
            followed.Learn(now, learning, () => Courses(family, look.At, [.. workers.Except(asked).Select(other => (other.Pid, other.StartTicks))]));
        var facts = new GuardedFamily(stanza.Acts ? asked : asked.ConvertAll(followed.WithoutNamed))
        {
            PssBytes = family.PssBytes,
            Busy = followed.Busy,
            UsualBusy = followed.UsualBusy,
            RoomBytes = machine.RoomBytes(family.Pid),
            Fresh = followed.Fresh,
            IsLearning = followed.IsLearning(now, learning),
            LearnSeconds = learning,
            MostServing = followed.MostServing - (workers.Count - asked.Count),
            HasStandby = door?.Door.HasStandby == true,
            IsAlone = family.Workers == 0,
            Instead = Instead(look.Diagnosis),
        };
        return new GuardKnown(facts, state, door) { IsOver = RecycleRule.IsOver(asked, family.PssBytes, stanza.Policy) };
    }

    /// <summary>A process that may be over a limit by its RSS, which each look tells, while what is its own cannot be read.</summary>
    /// <returns>Null where there is none.</returns>
    public static RecycleDecision? Unread(WatchedFamily family, GuardPolicy policy)
    {
        var unread = family.Processes.Where(process => process.IsUnreadable);
        var found = family.ResidentBytes > policy.FamilyLimitBytes ? unread.FirstOrDefault()
            : unread.FirstOrDefault(process => process.Memory.RssBytes > policy.PrivateLimitBytes
                && (process.Slot != WatchedProcess.Master || family.Workers == 0));
        return found is null ? null : Unread(WorkerOf(found));
    }

    public static RecycleDecision Unread(GuardedWorker worker) =>
        new(RecycleKind.Wait, RecycleReason.Unread, "what it holds cannot be read: of a large process that takes CAP_SYS_ADMIN (full.conf)")
        {
            Worker = worker,
        };

    /// <summary>Of one that nobody asks.</summary>
    public static GuardedWorker WorkerOf(WatchedProcess process) =>
        new(process.Pid, process.StartTicks, process.Slot, process.Memory.PrivateBytes, process.Memory.SharedBytes, Serves: false);

    private static string? Unsettled(FollowedGuard followed, double learning, TimeSpan now) =>
        followed.Stuck is { } stuck ? $"process {stuck.Pid} was asked to end, and has not"
        : followed.Owed is { } owed ? $"nobody serves yet in the place of the last that ended ({owed} served)"
        : !followed.Stanza.Acts && followed.Fresh is null && (now - followed.NamedAt)?.TotalSeconds < learning
            ? $"in earnest a fresh worker would be learned of first, for {Amount.Time(learning)}" : null;

    private string? NoPeer((IDoor Door, ServerFacts Facts)? door, IEnumerable<WatchedFamily> peers) =>
        door is { } found && found.Door.NeedsPeers(found.Facts)
        && !peers.Any(peer => machine.Serves(peer.Pid) == true && machine.IsWorker(peer.Pid, found.Door))
            ? "no other instance of it serves, to which the proxy could go" : null;

    /// <param name="others">Who is no worker.</param>
    private IReadOnlyList<WorkerCourse> Courses(WatchedFamily family, DateTimeOffset at, HashSet<(int, long)> others)
    {
        try
        {
            var alive = family.Processes.Select(process => (process.Pid, process.StartTicks)).ToHashSet();
            var lives = past.Lives(family.Label, at - Learned, at).Where(life => !others.Contains((life.Pid, life.StartTicks)));
            return WorkerCourse.Of([.. lives], machine.Booted, alive);
        }
        catch (RecordingException)
        {
            return [];
        }
    }

    /// <summary>Half of the time until its turn would come again, ten minutes at the most.</summary>
    private static double LearnSeconds(GuardPolicy policy, int workers) => Math.Min(600, policy.SecondsBetween(workers) / 2);

    private static string? Instead(LatestDiagnosis? latest) => latest?.Diagnosis.Answer is { First: { Saving: { } saving } first }
        ? $"{first.Remedy.Id} would save {Amount.Range(saving.LowBytes, saving.HighBytes)}" : null;
}
