namespace Lowtide.Recordings.History;

/// <summary>What a watch that begins is to know of the time before it.</summary>
public sealed partial class HistoryReader
{
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
            "SELECT at, SUM(CASE WHEN slot IS NULL THEN 0 ELSE 1 + others END), SUM(CASE kind WHEN 'KilledForMemory' THEN 1 + others ELSE 0 END) FROM events "
                + $"WHERE {OfFamily} AND kind IN ('WorkerEnded', 'KilledForMemory') AND at >= $since GROUP BY at",
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
