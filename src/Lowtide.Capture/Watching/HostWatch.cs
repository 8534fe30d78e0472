using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>
/// Watches all servers of a machine, look after look: who serves is found by one small read a process, memory is read within a budget, those first that have
/// waited longest.
/// </summary>
/// <param name="isServer">Whether a family of that name is one to be watched, by how many workers it has and which runtime.</param>
public sealed class HostWatch(Func<string, int, string?, bool> isServer, TimeProvider time) : IDisposable
{
    /// <summary>A bound for machines with processes without an end.</summary>
    public const int MostFamilies = 1_000;

    /// <summary>A process that was killed may be there for a while: for so many looks it is remembered.</summary>
    private const int LooksRemembered = 6;

    private WatchBudget _budget = WatchBudget.Usual;
    private readonly long _start = time.GetTimestamp();
    private readonly KernelLog? _log = KernelLog.Open();
    private readonly Dictionary<int, (KernelKill Kill, long Look)> _killed = [];
    private readonly Dictionary<(int, long), string> _remembered = [];
    private readonly ReadingBudget _readingBudget = new(WatchBudget.Usual.ReadingShare);
    private readonly SpareThread _thread = new();
    private readonly FamilyLabels _labels = new();
    private readonly Durations _reads = new(WatchCost.Bounds);
    private readonly ServerSearch _search = new(isServer, time);

    /// <summary>Labels of those that were there and are not.</summary>
    private readonly HashSet<string> _ended = new(StringComparer.Ordinal);
    private readonly DotNetSessions _sessions = new(time);
    private Dictionary<string, FollowedFamily> _followed = new(StringComparer.Ordinal);
    private bool _listens;
    private long _looks, _estimates;

    /// <summary>Labels that a watch before gave: servers keep theirs.</summary>
    /// <param name="heads">Who led each when it was last seen: two may be alike in all else.</param>
    public void Remember(IEnumerable<(string Identity, string Label)> known, IEnumerable<(int Pid, long StartTicks, string Label)> heads)
    {
        foreach (var (pid, start, label) in heads)
            _remembered[(pid, start)] = label;
        foreach (var (identity, label) in known)
            _labels.Remember(identity, label);
    }

    /// <summary>From the next look on.</summary>
    /// <param name="listens">To what .NET runtimes tell of their collections.</param>
    public void Set(WatchBudget budget, FamilyFilter filter, bool listens)
    {
        (_budget, _search.Filter, _listens) = (budget, filter, listens);
        _readingBudget.Share = budget.ReadingShare;
    }

    /// <summary>From one look to the next: so that listing the processes takes no more than reading them may, or a minute.</summary>
    public TimeSpan LeastInterval { get; private set; }

    private static readonly TimeSpan LongestInterval = TimeSpan.FromMinutes(1);

    private IReadOnlyList<Family> Listed()
    {
        var worked = ThreadTime.Now();
        var all = FamilyLookup.All();
        worked = ThreadTime.Now() - worked;
        LeastInterval = worked >= LongestInterval * _budget.ReadingShare ? LongestInterval : worked / _budget.ReadingShare;
        return all;
    }

    /// <summary>One look. Those that end meanwhile are left out.</summary>
    public WatchedHost Look(CancellationToken cancellation)
    {
        var (at, uptime, events) = (time.GetUtcNow(), Uptime.Ticks(), new List<WatchedEvent>());
        var listed = Now;
        var servers = _search.Servers(Listed(), took => _readingBudget.Spend(took, isFirst: true), cancellation);
        // After the processes were listed: whoever was missing then has been logged.
        var killed = Killed();
        var followed = new Dictionary<string, FollowedFamily>(StringComparer.Ordinal);
        var heads = servers.Select(server => Head(server)).ToHashSet();
        var labels = _followed.Values.ToDictionary(family => (family.Head.Pid, family.Head.StartTicks), family => family.Label);
        // Of the watch before: each is asked for once, for it is followed from then on.
        var before = _remembered.Where(one => heads.Contains(one.Key)).ToDictionary();
        foreach (var (head, label) in before)
            labels.TryAdd(head, label);
        _remembered.Clear();
        // Those that are followed first; of the rest, a master before the workers that one left behind.
        var order = servers.OrderByDescending(server => labels.ContainsKey(Head(server))).ThenByDescending(server => _labels.Knows(server.Identity))
            .ThenBy(server => server.Family.Master is null);
        foreach (var server in order.Take(MostFamilies))
            Follow(server, labels.GetValueOrDefault(Head(server)), before.ContainsKey(Head(server)), heads, followed, events, (at, listed), killed);
        foreach (var (label, gone) in _followed)
            if (!followed.ContainsKey(label))
                events.AddRange(_search.IsLeftOut(gone.Head) ? [gone.LeftAlone(at)] : gone.Gone(at, killed));
        _ended.UnionWith(_followed.Keys.Except(followed.Keys));
        _followed = followed;
        _looks++;
        ReadMemory(cancellation);
        _sessions.Keep(_listens ? followed.Values.Select(family => family.Head).ToHashSet() : []);
        var families = followed.Values.Select(family => View(family, at, uptime)).OrderBy(family => family.Label, StringComparer.Ordinal).ToList();
        return new WatchedHost(at, families, events)
        {
            LeftOut = Math.Max(0, servers.Count - MostFamilies),
            Cost = new WatchCost(_looks, _reads.Counts, _reads.Seconds) { Estimates = _estimates },
        };
    }

    private WatchedFamily View(FollowedFamily family, DateTimeOffset at, long uptimeTicks)
    {
        var (told, refused) = _listens ? _sessions.Of(family.Server) : default;
        return family.View() with
        {
            StartedAt = family.StartedAt(at, uptimeTicks),
            DotNet = told,
            Unheard = refused,
        };
    }

    private TimeSpan Now => time.GetElapsedTime(_start);

    private static (int Pid, long StartTicks) Head(Server server) => (server.Family.Head.Pid, server.Family.Head.StartTicks);

    /// <param name="known">The label that its head had at the look before; null where it has come since.</param>
    /// <param name="isFromBefore">A watch before has told that it was there.</param>
    private void Follow(
        Server server, string? known, bool isFromBefore, HashSet<(int, long)> heads, Dictionary<string, FollowedFamily> followed, List<WatchedEvent> events,
        (DateTimeOffset At, TimeSpan Now) look, IReadOnlyDictionary<int, KernelKill>? killed)
    {
        var label = known ?? _labels.Of(server.Name, server.Identity, IsHeld);
        var before = _followed.GetValueOrDefault(label);
        // Another server that has its name now: nothing of the one before is its.
        if (known is null && before is not null && before.Identity != server.Identity)
        {
            events.AddRange(before.Gone(look.At, killed));
            before = null;
        }
        WatchedEventKind? come = isFromBefore ? null : _ended.Remove(label) ? WatchedEventKind.Restarted : WatchedEventKind.Found;
        var family = followed[label] = before ?? new FollowedFamily(label, server, come);
        events.AddRange(family.Take(server, look.At, look.Now, killed));

        bool IsHeld(string name) =>
            followed.ContainsKey(name) || (_followed.TryGetValue(name, out var other) && heads.Contains((other.Head.Pid, other.Head.StartTicks)));
    }

    /// <returns>By pid; null where the kernel's log cannot be read.</returns>
    private Dictionary<int, KernelKill>? Killed()
    {
        if (_log is null)
            return null;
        foreach (var kill in _log.Killed())
            _killed[kill.Pid] = (kill, _looks);
        foreach (var (pid, _) in _killed.Where(one => one.Value.Look < _looks - LooksRemembered).ToList())
            _killed.Remove(pid);
        return _killed.ToDictionary(one => one.Key, one => one.Value.Kill);
    }

    private void ReadMemory(CancellationToken cancellation)
    {
        var members = _followed.Values.SelectMany(family => family.Members).OrderBy(one => one.Member.LastRead).ToList();
        var rest = _readingBudget.Rest(members.Aggregate(TimeSpan.Zero, (sum, one) => sum + one.Member.Worked));
        // One that does not answer is left alone from then on (StuckProcesses).
        while (_thread.Do(handOver => ReadMemory(members, rest, handOver, cancellation)) is { } stuck
            && members.FindIndex(one => one.Stat.Pid == stuck) is >= 0 and var at)
            members.RemoveRange(0, at + 1);
        cancellation.ThrowIfCancellationRequested();
    }

    private void ReadMemory(
        IEnumerable<(ProcessStat Stat, WatchedMember Member)> members, TimeSpan rest, Func<Action, bool> handOver, CancellationToken cancellation)
    {
        foreach (var (stat, member) in members)
        {
            var isFirst = !member.WasRead;
            if (cancellation.IsCancellationRequested || !_readingBudget.Allows(Now, isFirst) || (!isFirst && Now - member.LastRead < rest))
                return;
            if (!member.MayBeRead(Now))
                continue;
            var (now, at, read) = (Now, time.GetUtcNow(), WatchedMember.Read(stat, _budget, time));
            if (!handOver(() => Take(member, read, isFirst, at, now)))
                return;
        }
    }

    private void Take(WatchedMember member, WatchedMember.Reading read, bool isFirst, DateTimeOffset at, TimeSpan now)
    {
        member.Take(read, at, now);
        _readingBudget.Spend(read.Worked, isFirst);
        if (read.Held is { } held)
            _reads.Add(held.TotalSeconds);
        else
            _estimates++;
    }

    public void Dispose()
    {
        _sessions.Dispose();
        _log?.Dispose();
    }
}
