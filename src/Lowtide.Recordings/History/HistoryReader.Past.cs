using Lowtide.Recordings.Watching;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

/// <summary>What a watch that begins is to know of the time before it.</summary>
public sealed partial class HistoryReader
{
    /// <summary>By which families are known again, each with its label.</summary>
    public IReadOnlyList<(string Identity, string Label)> Identities() =>
        Read("SELECT identity, label FROM families WHERE identity IS NOT NULL", row => (row.GetString(0), row.GetString(1)));

    /// <summary>Who led each family when it was last seen, within two days.</summary>
    public IReadOnlyList<(int Pid, long StartTicks, string Label)> Heads() => Read(
        "SELECT pid, start, label FROM families JOIN samples ON family = id AND slot = 'all' "
            + "AND at = (SELECT at FROM samples WHERE family = id AND slot = 'all' ORDER BY at DESC LIMIT 1)",
        row => (row.GetInt32(0), row.GetInt64(1), row.GetString(2)));

    /// <summary>What happened, newest first.</summary>
    public IReadOnlyList<WatchedEvent> Events(int most) =>
    [
        .. Read(
            $"SELECT {EventColumns} FROM events JOIN families ON family = id ORDER BY events.rowid DESC LIMIT $most", Event, ("$most", most))
            .OfType<WatchedEvent>(),
    ];

    private const string EventColumns =
        "events.at, label, kind, pid, slot, pss, private, read_at, alert, others, busy, why, cause, since, from_private, resident";

    /// <summary>Alerts that were not over when their family was last seen.</summary>
    public IReadOnlyList<PastAlert> RaisedAlerts() =>
    [
        .. Read(
            "SELECT label, alert, kind, events.at, samples.pid, samples.start, MAX(events.rowid) FROM events JOIN families ON id = events.family "
                + "LEFT JOIN samples ON samples.family = id AND samples.slot = 'all' "
                + "AND samples.at = (SELECT at FROM samples WHERE family = id AND slot = 'all' ORDER BY at DESC LIMIT 1) "
                + "WHERE alert IS NOT NULL GROUP BY label, alert",
            row => (Kind: row.GetString(2), Alert: new PastAlert(
                row.GetString(0), row.GetString(1), Time(row.GetInt64(3)), row.IsDBNull(4) ? 0 : row.GetInt32(4), row.IsDBNull(5) ? 0 : row.GetInt64(5))))
            .Where(last => last.Kind == nameof(WatchedEventKind.AlertRaised)).Select(last => last.Alert),
    ];

    /// <returns>Null of a kind that is not known.</returns>
    private static WatchedEvent? Event(SqliteDataReader row)
    {
        if (!Enum.TryParse<WatchedEventKind>(row.GetString(2), out var kind))
            return null;
        var (pss, own) = (Number(5), Number(6));
        return new WatchedEvent(Time(row.GetInt64(0)), row.GetString(1), kind, row.GetInt32(3))
        {
            Slot = Text(4),
            Memory = pss is null && own is null ? null : MemoryUse.Unknown with { PssBytes = pss, PrivateBytes = own },
            ReadAt = At(7),
            Alert = Text(8),
            Others = row.GetInt32(9),
            Busy = row.IsDBNull(10) ? null : row.GetDouble(10),
            Why = Text(11),
            Cause = Text(12),
            GrowingSince = At(13),
            GrewFromBytes = Number(14),
            ResidentBytes = Number(15),
        };

        string? Text(int column) => row.IsDBNull(column) ? null : row.GetString(column);

        DateTimeOffset? At(int column) => Number(column) is { } seconds ? Time(seconds) : null;

        long? Number(int column) => row.IsDBNull(column) ? null : row.GetInt64(column);
    }

    /// <summary>A family's last two weeks, for whoever goes on watching it: by the hour, the last day by the minute. In order of time.</summary>
    public IReadOnlyList<PastMoment> Past(string label)
    {
        var now = _time.GetUtcNow();
        (string, object?)[] since(TimeSpan ago) => [("$label", label), ("$since", (now - ago).ToUnixTimeSeconds())];
        var hours = Read(
            $"SELECT at, MAX(pss_most) FROM hours WHERE {OfFamily} AND slot = 'all' AND at >= $since AND pss_most IS NOT NULL GROUP BY at",
            row => new PastMoment(Time(row.GetInt64(0))) { PssBytes = row.GetInt64(1) }, since(HistoryFormat.Tiers[1].KeptFor));
        var minutes = Read(
            $"SELECT at, AVG(shared) FROM minutes WHERE {OfFamily} AND slot NOT IN ('all', 'master') AND at >= $since AND shared IS NOT NULL GROUP BY at",
            row => new PastMoment(Time(row.GetInt64(0))) { SharedBytes = row.GetDouble(1) }, since(TimeSpan.FromDays(1)));
        var ends = Read(
            "SELECT at, SUM(CASE kind WHEN 'WorkerEnded' THEN 1 + others ELSE 0 END), SUM(CASE kind WHEN 'KilledForMemory' THEN 1 + others ELSE 0 END) "
                + $"FROM events WHERE {OfFamily} AND kind IN ('WorkerEnded', 'KilledForMemory') AND at >= $since GROUP BY at",
            row => new PastMoment(Time(row.GetInt64(0))) { Ends = row.GetInt32(1), Kills = row.GetInt32(2) }, since(TimeSpan.FromDays(1)));
        var collections = Read(
            $"SELECT at, gen2, large, gen2_collections FROM dotnet_hours WHERE {OfFamily} AND at >= $since",
            row => new PastMoment(Time(row.GetInt64(0)))
            {
                DotNet = new PastCollections(row.IsDBNull(1) ? null : row.GetInt64(1), row.IsDBNull(2) ? null : row.GetInt64(2), row.GetInt32(3)),
            }, since(HistoryFormat.Tiers[1].KeptFor));
        return [.. hours.Concat(minutes).Concat(ends).Concat(collections).OrderBy(moment => moment.At)];
    }
}
