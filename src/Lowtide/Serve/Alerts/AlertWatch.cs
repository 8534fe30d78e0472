using Lowtide.Analysis.Alerts;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;

namespace Lowtide.Serve.Alerts;

/// <summary>Holds every family against every rule, look after look.</summary>
/// <param name="folder">Of the history.</param>
internal sealed class AlertWatch(HistoryReader history, string folder, TimeProvider time)
{
    /// <summary>The clock of trends begins so late: what the history has of before lies on it too.</summary>
    private static readonly TimeSpan Before = TimeSpan.FromDays(1000);

    private static readonly ILookup<string, (PastAlert Past, AlertRule Rule)> None =
        Array.Empty<(PastAlert Past, AlertRule Rule)>().ToLookup(one => one.Past.Label, StringComparer.Ordinal);

    private readonly long _start = time.GetTimestamp();
    private bool _hasBegun;
    private readonly Dictionary<string, FollowedAlerts> _followed = new(StringComparer.Ordinal);

    /// <summary>How a family's memory goes, as last judged; by label.</summary>
    private readonly Dictionary<string, FamilyGrowth?> _growth = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();

    /// <summary>Whom to look into now: an alert was raised, and nobody knows why.</summary>
    public Action<string>? Unexplained { get; init; }

    public void Judged(string label, FamilyGrowth? growth)
    {
        lock (_gate)
            _growth[label] = growth;
    }

    /// <param name="guards">By label, of those that have one.</param>
    /// <returns>Of every family every rule, and what was raised or is over since the look before.</returns>
    public (IReadOnlyList<FamilyAlert> Alerts, IReadOnlyList<AlertChange> Changes) Take(
        WatchedHost host, IReadOnlyDictionary<string, LatestDiagnosis> diagnoses, IReadOnlyDictionary<string, GuardStatus> guards)
    {
        var (now, alerts, changes) = (Before + time.GetElapsedTime(_start), new List<FamilyAlert>(), new List<AlertChange>());
        var remembered = _hasBegun ? None : RaisedBefore();
        _hasBegun = true;
        var events = host.Events.ToLookup(happened => happened.Family);
        foreach (var family in host.Families)
        {
            if (!_followed.TryGetValue(family.Label, out var followed))
                _followed[family.Label] = followed = Begin(family, remembered[family.Label], now);
            followed.Trend.Add(FamilyPoint.Of(family, events[family.Label], now, followed.Seen));
            (followed.Pid, followed.Seen) = (family.Pid, now);
            var latest = diagnoses.GetValueOrDefault(family.Label) is { } look && look.Image == family.Image ? look : null;
            followed.Looked = latest?.At ?? followed.Looked;
            var facts = new AlertFacts(followed.Trend, Growth(family.Label), latest?.Diagnosis)
            {
                OverGuardLimit = guards.GetValueOrDefault(family.Label) is { Acts: true, Over: { } over } ? over : TimeSpan.Zero,
            };
            foreach (var alert in followed.Book.Take(facts, now, host.At))
            {
                var change = Add(AlertOf(family.Label, followed, alert, AlertCause.Of(alert.Rule, latest?.Diagnosis)), followed);
                // What was looked at before it happened does not show why. Of what a look itself shows another shows no more.
                if (change?.Kind == AlertChangeKind.Raised && change.Alert.Cause is null && alert.Rule is { Causes.Count: > 0, IsOfLook: false })
                    Unexplained?.Invoke(family.Label);
            }
        }
        foreach (var (label, followed) in _followed.Where(one => one.Value.Seen != now).ToList())
            Absent(label, followed, events[label].Count(happened => happened.Kind == WatchedEventKind.KilledForMemory));
        // Who has gone meanwhile, or is another now, has nothing raised any more.
        foreach (var (past, rule) in remembered.SelectMany(family => family))
            if (!host.Families.Any(family => IsOf(family, past)))
            {
                var quiet = new Alert(rule, AlertState.Quiet, null, null);
                changes.Add(new AlertChange(AlertOf(past.Label, new FollowedAlerts { Pid = past.Pid }, quiet, null), AlertChangeKind.Over));
            }
        return (alerts, changes);

        FamilyAlert AlertOf(string label, FollowedAlerts followed, Alert alert, AlertCause? cause) =>
            new(label, followed.Pid, alert, cause) { Folder = folder, Looked = followed.Looked };

        AlertChange? Add(FamilyAlert alert, FollowedAlerts followed)
        {
            alerts.Add(alert);
            if (followed.Changed(alert) is not { } change)
                return null;
            changes.Add(change);
            return change;
        }

        // Of a family that has ended nothing is wrong any more, but that the kernel ended it.
        void Absent(string label, FollowedAlerts followed, int kills)
        {
            followed.Trend.Add(new FamilyPoint(now) { Kills = kills });
            foreach (var alert in followed.Book.Take(new AlertFacts(followed.Trend, null, null), now, host.At))
            {
                var stays = alert.Rule.OutlivesFamily && alert.State == AlertState.Raised;
                var one = AlertOf(label, followed, stays ? alert : alert with { State = AlertState.Quiet, Since = null }, null);
                if (stays)
                {
                    Add(one, followed);
                    continue;
                }
                followed.Book.Forget(alert.Rule);
                if (followed.Changed(one) is { } over)
                    changes.Add(over);
            }
            if (now - followed.Seen < Remembered && _followed.Count <= MostFollowed)
                return;
            _followed.Remove(label);
            lock (_gate)
                _growth.Remove(label);
        }
    }

    /// <summary>One that has ended may come back: its past is kept for so long.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromHours(1);

    private const int MostFollowed = 2 * HostWatch.MostFamilies;

    private FamilyGrowth? Growth(string label)
    {
        lock (_gate)
            return _growth.GetValueOrDefault(label);
    }

    /// <summary>Alerts that a watch before had raised, by label.</summary>
    private ILookup<string, (PastAlert Past, AlertRule Rule)> RaisedBefore()
    {
        IReadOnlyList<PastAlert> past = [];
        try
        {
            past = history.RaisedAlerts();
        }
        catch (RecordingException failure)
        {
            ServeLog.Warning($"alerts begin anew ({failure.Message})");
        }
        return past.Select(one => (Past: one, Rule: AlertRules.All.FirstOrDefault(rule => rule.Id == one.Alert)))
            .Where(one => one.Rule is not null).ToLookup(one => one.Past.Label, one => (one.Past, one.Rule!), StringComparer.Ordinal);
    }

    /// <summary>Another process is another server, though it has the label.</summary>
    private static bool IsOf(WatchedFamily family, PastAlert past) =>
        past.Label == family.Label && (past.Pid, past.StartTicks) == (family.Image.Pid, family.Image.StartTicks);

    /// <summary>With what the history has of before.</summary>
    private FollowedAlerts Begin(WatchedFamily family, IEnumerable<(PastAlert Past, AlertRule Rule)> remembered, TimeSpan now)
    {
        var followed = new FollowedAlerts();
        try
        {
            foreach (var point in Past(family.Label, now))
                followed.Trend.Add(point);
        }
        catch (RecordingException failure)
        {
            ServeLog.Warning($"{family.Label}: its trends begin anew ({failure.Message})");
        }
        foreach (var (past, rule) in remembered.Where(one => IsOf(family, one.Past)))
            followed.Remember(rule, past.Since, now);
        return followed;
    }

    private IEnumerable<FamilyPoint> Past(string label, TimeSpan now)
    {
        var today = time.GetUtcNow();
        return history.Past(label).Where(past => past.At <= today).Select(past => new FamilyPoint(now - (today - past.At))
        {
            PssBytes = past.PssBytes,
            SharedBytes = past.SharedBytes,
            Ends = past.Ends,
            Kills = past.Kills,
            // Its pauses are an hour old at most, and that hour is over.
            DotNet = past.DotNet is not { } told ? null : new DotNetPoint(0, 0, [], 0, told.Gen2Collections)
            {
                Gen2Bytes = told.Gen2Bytes,
                LargeBytes = told.LargeBytes,
            },
        });
    }
}
