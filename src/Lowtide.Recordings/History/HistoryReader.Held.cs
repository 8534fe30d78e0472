using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;

namespace Lowtide.Recordings.History;

/// <summary>What a history has of one process's life and end.</summary>
public sealed partial class HistoryReader
{
    /// <summary>How far back each tier is asked, finest first: a family of many workers has many rows.</summary>
    private static readonly IReadOnlyList<TimeSpan> HeldFor = [TimeSpan.FromMinutes(30), TimeSpan.FromHours(6), TimeSpan.FromDays(15)];

    /// <summary>What a process held of its own, in order of time: as it was read, before that in means of minutes, before that of hours.</summary>
    /// <param name="pid">Whoever had it last: it may have been another process's before.</param>
    /// <exception cref="RecordingException">It cannot be read now.</exception>
    public IReadOnlyList<HeldReading> Held(string label, int pid, DateTimeOffset until)
    {
        var (held, end, start) = (new List<HeldReading>(), until.ToUnixTimeSeconds() + 1, (long?)null);
        for (var step = 0; step < HeldFor.Count; step++)
        {
            // No row of a coarser tier reaches into this one.
            var each = HistoryFormat.Tiers[Math.Min(step + 1, HeldFor.Count - 1)].SecondsEach;
            var from = (until - HeldFor[step]).ToUnixTimeSeconds() / each * each;
            var rows = Read(
                $"SELECT at, private, resident, start FROM {HistoryFormat.Tiers[step].Table} WHERE {OfFamily} AND pid = $pid AND slot != $all "
                    + "AND at >= $from AND at < $end AND private IS NOT NULL ORDER BY at",
                row => (Start: row.GetInt64(3), Reading: new HeldReading(Time(row.GetInt64(0)), row.GetInt64(1), row.IsDBNull(2) ? null : row.GetInt64(2))),
                ("$label", label), ("$pid", pid), ("$all", HistoryFormat.WholeFamily), ("$from", from), ("$end", end));
            if (rows.Count > 0)
                start ??= rows[^1].Start;
            held.InsertRange(0, rows.Where(row => row.Start == start).Select(row => row.Reading));
            // It came in this time. Who waits long to be read is asked for further back.
            if (held.Count == 0 || held[0].At.ToUnixTimeSeconds() - from > HeldFor[step].TotalSeconds / 2)
                break;
            end = from;
        }
        return held;
    }

    /// <summary>Whom the kernel killed for memory within a stretch, in order of time.</summary>
    private List<WatchedEvent> Kills((string, object?)[] stretch) =>
    [
        .. Read(
            $"SELECT {EventColumns} FROM events JOIN families ON family = id WHERE {OfFamily} AND kind = 'KilledForMemory' "
                + "AND events.at >= $since AND events.at <= $until ORDER BY events.at, events.rowid", Event, stretch).OfType<WatchedEvent>(),
    ];
}
