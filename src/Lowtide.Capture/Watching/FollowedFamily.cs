using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>A server under its label, whoever serves in it at the time.</summary>
/// <param name="come">What is told when it is first taken; null where that was told before.</param>
internal sealed class FollowedFamily(string label, Server first, WatchedEventKind? come)
{
    /// <summary>Of a kind told one by one, of one look; the rest as a number.</summary>
    private const int MostToldEnds = 10;

    /// <summary>After so many looks a place that nobody took is one that the pool has given up.</summary>
    private const int LooksVacant = 3;

    /// <summary>A cgroup's place is looked for in all mounts.</summary>
    private const int LooksBetweenCgroups = 6;

    private readonly WorkerSlots<(int Pid, long, ulong)> _slots = new();
    private Dictionary<(int, long, ulong), WatchedMember> _members = [];
    private Server? _server;
    private Cgroups.Place? _place;
    private CgroupMemory? _cgroup;
    private WatchedContainer? _container;
    private readonly KillCounter _counter = new();
    private long _looks, _respawns, _vacant, _vacantUntil;

    /// <summary>By members that have ended, by generation.</summary>
    private IReadOnlyList<long> _collected = [];

    public string Label => label;

    public string Identity => first.Identity;

    /// <summary>By which it is the same at the next look; exec leaves the first two as they were.</summary>
    public (int Pid, long StartTicks, ulong StackStart) Head { get; private set; }

    /// <summary>When its head was started, as it was first reckoned: again and again it would differ by how long a look took.</summary>
    public DateTimeOffset StartedAt(DateTimeOffset at, long uptimeTicks)
    {
        if (_startedAt?.Head != Head)
            _startedAt = (Head, at - TimeSpan.FromSeconds((uptimeTicks - Head.StartTicks) / ClockTicks.PerSecond));
        return _startedAt!.Value.At;
    }

    private ((int, long, ulong) Head, DateTimeOffset At)? _startedAt;

    /// <summary>As it was last taken.</summary>
    public Server Server => _server!;

    public IEnumerable<(ProcessStat Stat, WatchedMember Member)> Members => _server!.Family.Members.Select(stat => (stat, _members[stat.Image]));

    /// <summary>Who is in it now.</summary>
    /// <param name="now">On the clock of the watch.</param>
    /// <param name="killed">Whom the kernel killed for memory by its own log; null where that cannot be read, and the cgroup's counter has to do.</param>
    /// <returns>What happened since it was last told.</returns>
    public IReadOnlyList<WatchedEvent> Take(Server server, DateTimeOffset at, TimeSpan now, IReadOnlyDictionary<int, KernelKill>? killed)
    {
        var (isNew, before, members, head) = (_looks++ == 0, _members, server.Family.Members.ToList(), server.Family.Head.Image);
        var events = new List<WatchedEvent>();
        if (head != Head)
        {
            // One that leads without a master is among the workers.
            if (!isNew && killed?.ContainsKey(Head.Pid) == true && _slots.Of(Head) is null)
                events.Add(HeadKilled(at, killed));
            if ((isNew ? come : WatchedEventKind.Restarted) is { } kind)
                events.Add(new WatchedEvent(at, label, kind, head.Pid));
        }
        var isOtherHead = head != Head;
        if (isOtherHead || _looks % LooksBetweenCgroups == 0)
            (_place, _container) = (Cgroups.MemoryPlace(head.Pid), Cgroups.ContainerOf(head.Pid));
        _cgroup = _place is null ? null : Cgroups.Read(_place);
        var kills = killed is null ? NewKills() : 0;
        // A head that is the same process has become another program; one that has gone is whom the others went with.
        var isHeadGone = !isNew && (head.Pid, head.StartTicks) != (Head.Pid, Head.StartTicks) && _slots.Of(Head) is null;
        var isHeadKilled = isHeadGone && kills > 0;
        if (isHeadKilled)
            events.Add(HeadKilled(at, killed));
        (_server, Head) = (server, head);
        foreach (var one in before.Keys.Except(members.Select(stat => stat.Image)))
            _collected = CountedUp.Add(_collected, before[one].Collections.Sum);
        _members = members.ToDictionary(stat => stat.Image, stat => before.GetValueOrDefault(stat.Image) ?? new WatchedMember());
        foreach (var stat in members)
            _members[stat.Image].See(stat, now);
        // The last worker of a master that died stands alone, and keeps its place.
        var gone = _slots.Assign([.. members.Where(stat => stat != server.Family.Master || _slots.Of(stat.Image) is not null).Select(stat => stat.Image)]);
        _counter.Gone(gone.Count + (isHeadGone ? 1 : 0));
        kills -= isHeadKilled ? 1 : 0;
        events.AddRange(WorkersEnded(gone, at, killed, kills, before));
        if (!isNew)
            CountRespawns(gone.Count, server.Family.Workers.Count(worker => !before.ContainsKey(worker.Image)));
        return events;
    }

    /// <summary>Those that were killed first.</summary>
    /// <param name="kills">By the counter, where there is no log.</param>
    private IEnumerable<WatchedEvent> WorkersEnded(
        IReadOnlyList<((int Pid, long, ulong) Worker, string Slot)> gone, DateTimeOffset at, IReadOnlyDictionary<int, KernelKill>? killed, long kills,
        Dictionary<(int, long, ulong), WatchedMember> before)
    {
        foreach (var alike in gone.ToLookup(one => killed?.ContainsKey(one.Worker.Pid) ?? (kills > 0 && gone.Count <= kills)).OrderByDescending(one => one.Key))
            foreach (var (index, (worker, slot)) in alike.Take(MostToldEnds).Index())
            {
                var kind = alike.Key ? WatchedEventKind.KilledForMemory : WatchedEventKind.WorkerEnded;
                yield return AsLastSeen(new WatchedEvent(at, label, kind, worker.Pid) { Slot = slot }, before.GetValueOrDefault(worker)) with
                {
                    ResidentBytes = killed?.GetValueOrDefault(worker.Pid)?.ResidentBytes,
                    Others = index == MostToldEnds - 1 ? alike.Count() - MostToldEnds : 0,
                };
            }
        // Which of several it was the counter does not say.
        if (kills > 0 && gone.Count > kills)
            yield return new WatchedEvent(at, label, WatchedEventKind.KilledForMemory, Head.Pid) { Others = (int)kills - 1 };
    }

    /// <summary>With what a process held and did when it was there.</summary>
    private static WatchedEvent AsLastSeen(WatchedEvent ended, WatchedMember? last) =>
        ended with { Memory = last?.Memory, ReadAt = last?.ReadAt, Busy = last?.Busy };

    private long NewKills() => _counter.New(Counted(_place));

    /// <summary>Whom the kernel killed in a cgroup.</summary>
    internal Func<Cgroups.Place?, Cgroups.CountedKills?> Counted { get; init; } = place => place is null ? null : Cgroups.Kills(place);

    /// <summary>Of a head that was followed and is gone.</summary>
    private WatchedEvent HeadKilled(DateTimeOffset at, IReadOnlyDictionary<int, KernelKill>? killed)
    {
        var head = new WatchedEvent(at, label, WatchedEventKind.KilledForMemory, Head.Pid) { Slot = _slots.Of(Head) ?? WatchedProcess.Master };
        return AsLastSeen(head, _members.GetValueOrDefault(Head)) with { ResidentBytes = killed?.GetValueOrDefault(Head.Pid)?.ResidentBytes };
    }

    /// <summary>A worker more than before, where none has ended, is one of a larger pool.</summary>
    private void CountRespawns(int gone, int come)
    {
        if (gone > 0)
            _vacantUntil = _looks + LooksVacant;
        _vacant = _looks > _vacantUntil ? 0 : _vacant + gone;
        var respawned = Math.Min(_vacant, come);
        (_respawns, _vacant) = (_respawns + respawned, _vacant - respawned);
    }

    public WatchedEvent LeftAlone(DateTimeOffset at) => new(at, label, WatchedEventKind.LeftAlone, Head.Pid);

    /// <summary>Nobody of it is there any more. Workers are told where they were killed.</summary>
    /// <inheritdoc cref="Take"/>
    public IReadOnlyList<WatchedEvent> Gone(DateTimeOffset at, IReadOnlyDictionary<int, KernelKill>? killed)
    {
        var kills = killed is null ? NewKills() : 0;
        var isLed = _slots.Of(Head) is null;
        var isHeadKilled = isLed && (killed?.ContainsKey(Head.Pid) ?? kills > 0);
        var workers = _slots.Assign([]).Where(one => killed is null || killed.ContainsKey(one.Worker.Pid)).ToList();
        kills -= isHeadKilled ? 1 : 0;
        return
        [
            .. isHeadKilled ? [HeadKilled(at, killed)] : Array.Empty<WatchedEvent>(),
            .. WorkersEnded(workers, at, killed, kills, _members).Where(happened => happened.Kind == WatchedEventKind.KilledForMemory),
            new WatchedEvent(at, label, WatchedEventKind.Ended, Head.Pid),
        ];
    }

    public WatchedFamily View() => new(label, first.Name, [.. Members.Select(one => new WatchedProcess(
        _slots.Of(one.Stat.Image) ?? WatchedProcess.Master, one.Stat.Pid, one.Stat.StartTicks, one.Member.Memory, one.Member.ReadAt)
    {
        Busy = one.Member.Busy,
        IsUnreadable = one.Member.IsUnreadable,
    })])
    {
        Image = Head,
        Identity = first.Identity,
        Runtime = _server?.Runtime,
        Cgroup = _cgroup,
        Container = _container,
        Respawns = _respawns,
        Collections = _members.Values.Aggregate(_collected, (sum, member) => CountedUp.Add(sum, member.Collections.Sum)),
        Arenas = Told(counters => counters.Arenas),
        ArenaBytes = Told(counters => counters.ArenaBytes),
    };

    /// <summary>Of those that tell it; null where none does.</summary>
    private long? Told(Func<WatchedCounters, long?> figure) =>
        _members.Values.Select(member => figure(member.Counters)).OfType<long>().ToList() is { Count: > 0 } told ? told.Sum() : null;
}
