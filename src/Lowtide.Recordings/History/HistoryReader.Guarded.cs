using Lowtide.Recordings.Watching;

namespace Lowtide.Recordings.History;

/// <summary>What a guard is to know of the time before it.</summary>
public sealed partial class HistoryReader
{
    /// <summary>When workers were asked to end, or would have been, of each family by label.</summary>
    public IReadOnlyList<(string Label, DateTimeOffset At, bool Acted)> Recycles(DateTimeOffset since) => Read(
        "SELECT label, at, kind FROM events JOIN families ON family = id WHERE kind IN ('RecycleAsked', 'WouldRecycle') AND at >= $since ORDER BY at",
        row => (row.GetString(0), Time(row.GetInt64(1)), row.GetString(2) == nameof(WatchedEventKind.RecycleAsked)), ("$since", since.ToUnixTimeSeconds()));

    /// <summary>What was told last of a worker that was asked to end, and of what came of it; null where nothing was.</summary>
    public WatchedEvent? LastRecycle(string label, DateTimeOffset since) => Read(
        $"SELECT {EventColumns} FROM events JOIN families ON family = id WHERE label = $label AND events.at >= $since "
            + "AND kind IN ('RecycleAsked', 'Recycled', 'RecycleFailed', 'RecycleNotAsked') ORDER BY events.rowid DESC LIMIT 1",
        Event, ("$label", label), ("$since", since.ToUnixTimeSeconds())).FirstOrDefault();

    /// <summary>The newest.</summary>
    private const int MostReadings = 20_000;

    /// <summary>What each worker of a family was read to hold over a stretch of the last two days, by who it was, in order of their first readings.</summary>
    public IReadOnlyList<PastLife> Lives(string label, DateTimeOffset since, DateTimeOffset until) =>
    [
        .. Read(
            $"SELECT pid, start, at, private FROM {HistoryFormat.Tiers[0].Table} WHERE {OfFamily} AND slot NOT IN ('all', 'master') "
                + "AND at >= $since AND at <= $until AND private IS NOT NULL ORDER BY at DESC LIMIT $most",
            row => (Process: (Pid: row.GetInt32(0), Start: row.GetInt64(1)), At: row.GetInt64(2), Private: row.GetInt64(3)),
            [.. Stretch(label, since, until), ("$most", MostReadings)])
            .AsEnumerable().Reverse().GroupBy(row => row.Process)
            .Select(life => new PastLife(life.Key.Pid, life.Key.Start, [.. life.Select(row => (Time(row.At), row.Private))])),
    ];
}
