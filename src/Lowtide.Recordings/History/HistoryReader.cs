using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

/// <summary>Reads a history, also while a watch writes it.</summary>
public sealed partial class HistoryReader : IDisposable
{
    private readonly SqliteConnection _connection;
    private readonly TimeProvider _time;

    /// <summary>A connection serves one thread at a time.</summary>
    private readonly Lock _gate = new();

    private HistoryReader(SqliteConnection connection, TimeProvider time) => (_connection, _time) = (connection, time);

    /// <param name="folder">Nobody else can write there: the caller vouches for it.</param>
    /// <exception cref="RecordingException">There is none, or of another version.</exception>
    public static HistoryReader Open(string folder, TimeProvider time)
    {
        var path = Path.Combine(folder, HistoryFile.Name);
        if (!File.Exists(path))
            throw new RecordingException($"there is no history in {folder}: 'lowtide serve' or 'lowtide guard' keeps one, and --history names another folder")
            {
                IsWrongName = true,
            };
        var connection = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = path, Mode = SqliteOpenMode.ReadOnly, Pooling = false }.ToString());
        try
        {
            connection.Open();
            if (connection.Number("PRAGMA application_id") == HistoryFormat.ApplicationId && connection.Number("PRAGMA user_version") == HistoryFormat.Version)
                return new HistoryReader(connection, time);
            throw new RecordingException($"{path} is of another version: start 'lowtide serve' once, which brings it up to this one");
        }
        catch (SqliteException failure)
        {
            connection.Dispose();
            throw new RecordingException($"{path} cannot be read ({failure.Reason()})", failure);
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Of families that were watched, by name.</summary>
    public IReadOnlyList<string> Labels() => Read("SELECT label FROM families ORDER BY label", row => row.GetString(0));

    /// <summary>The label of whom a process served last; null where nobody knows it.</summary>
    public string? LabelOf(int pid) => Read(
        "SELECT label FROM samples JOIN families ON family = id WHERE pid = $pid ORDER BY at DESC LIMIT 1", row => row.GetString(0), ("$pid", pid))
        .FirstOrDefault();

    /// <summary>When a family ended; null where it was there when it was last seen.</summary>
    public DateTimeOffset? EndedAt(string label, DateTimeOffset until) => Read(
        $"SELECT kind, at FROM events WHERE {OfFamily} AND kind IN ('Found', 'Restarted', 'Ended') AND at <= $until ORDER BY at DESC, rowid DESC LIMIT 1",
        row => (Kind: row.GetString(0), At: Time(row.GetInt64(1))), ("$label", label), ("$until", until.ToUnixTimeSeconds()))
        is [{ Kind: nameof(WatchedEventKind.Ended), At: var at }] ? at : null;

    /// <summary>A family's PSS over time.</summary>
    /// <param name="since">From here on, of the finest tier that has it still, or of one that is as fine as asked for.</param>
    /// <param name="each">That one value stands for, as the mean; all that there are where it is a second.</param>
    /// <exception cref="RecordingException">It cannot be read now.</exception>
    public IReadOnlyList<(DateTimeOffset At, long PssBytes)> Pss(string label, DateTimeOffset since, DateTimeOffset until, TimeSpan each) => Read(
        $"SELECT MAX(at), CAST(AVG(pss) AS INTEGER) FROM {HistoryFormat.TierOf(_time.GetUtcNow() - since, each).Table} WHERE {OfFamily} AND slot = 'all' "
            + "AND at >= $since AND at <= $until AND pss IS NOT NULL GROUP BY at / $each ORDER BY 1",
        row => (Time(row.GetInt64(0)), row.GetInt64(1)), [.. Stretch(label, since, until), ("$each", (long)Math.Max(1, each.TotalSeconds))]);

    /// <summary>A stretch of a family's time, as if it had been recorded.</summary>
    /// <returns>With the first and the last look into its pages, a sample of each process at even times, and whom the kernel killed.</returns>
    /// <exception cref="RecordingException">Nobody looked into it then, or it cannot be read.</exception>
    public Recording Recording(string label, DateTimeOffset since, DateTimeOffset until)
    {
        var looks = Looks(label, since, until);
        return looks.Count == 0 ? throw new RecordingException(Nothing(label, since, until)) : With(looks[^1], looks, label, since, until) with
        {
            Kills = Kills(Stretch(label, since, until)),
        };
    }

    /// <summary>The same where nobody may have looked into its pages: then it has no snapshot.</summary>
    /// <param name="host">Of this machine.</param>
    public Recording Course(string label, DateTimeOffset since, DateTimeOffset until, Host host)
    {
        var looks = Looks(label, since, until);
        return With(looks.Count > 0 ? looks[^1] : new Recording(host, [], [], []), looks, label, since, until);
    }

    private const string OfFamily = "family = (SELECT id FROM families WHERE label = $label)";

    private static (string, object?)[] Stretch(string label, DateTimeOffset since, DateTimeOffset until) =>
        [("$label", label), ("$since", since.ToUnixTimeSeconds()), ("$until", until.ToUnixTimeSeconds())];

    private List<Recording> Looks(string label, DateTimeOffset since, DateTimeOffset until) => ((string[])["ASC", "DESC"])
        .SelectMany(order => Read(
            $"SELECT at, recording FROM looks WHERE {OfFamily} AND at >= $since AND at <= $until ORDER BY at {order} LIMIT 1",
            row => (At: row.GetInt64(0), Bytes: (byte[])row.GetValue(1)), Stretch(label, since, until)))
        .DistinctBy(look => look.At)
        .Select(look => KeptLook.Read(look.Bytes, $"the look at {label} of {Time(look.At):u}"))
        .ToList();

    private Recording With(Recording last, List<Recording> looks, string label, DateTimeOffset since, DateTimeOffset until)
    {
        var stretch = Stretch(label, since, until);
        var first = Read($"SELECT MIN(at) FROM {Tier(since).Table} WHERE {OfFamily} AND at >= $since AND at <= $until", Number, stretch)[0];
        var tier = HistoryFormat.TierFor(_time.GetUtcNow() - since, until - (first is null ? since : Time(first.Value)));
        var rows = Read(
            $"SELECT at, slot, pid, start, resident, pss, shared, private FROM {tier.Table} WHERE {OfFamily} AND slot != 'all' "
                + "AND at >= $since AND at <= $until ORDER BY at", KeptReading.Of, stretch);
        var from = rows.Count > 0 ? Time(rows[0].At) : (DateTimeOffset?)null;
        return last with
        {
            Snapshots = [.. looks.Select(look => look.Latest)],
            Samples = KeptReading.Samples(rows, Ends(stretch), tier.SecondsEach),
            SampledFrom = from,
            // What was told ends at the look, on the clock of the samples.
            DotNet = last.DotNet is { } told && from is { } began
                ? told with { StartSeconds = Math.Max(0, (last.Latest.At - began).TotalSeconds - told.Seconds) } : last.DotNet,
        };
    }

    /// <summary>Who had ended at a time: one process, or all of the family that were read before (null), as it ended or was started anew.</summary>
    private List<(long At, int? Pid)> Ends((string, object?)[] stretch) => Read(
        $"SELECT at, CASE WHEN kind IN ('WorkerEnded', 'KilledForMemory') THEN pid END FROM events WHERE {OfFamily} "
            + "AND kind IN ('WorkerEnded', 'KilledForMemory', 'Found', 'Ended', 'Restarted') AND at >= $since AND at <= $until ORDER BY at",
        row => (row.GetInt64(0), row.IsDBNull(1) ? (int?)null : row.GetInt32(1)), stretch);

    private string Nothing(string label, DateTimeOffset since, DateTimeOffset until)
    {
        var known = Labels();
        if (known.Count == 0)
            return $"the history in {Path.GetDirectoryName(_connection.DataSource)} knows no server yet; --history names another folder";
        if (!known.Contains(label))
            return $"the history knows no server '{label}'; it has {string.Join(", ", known.Take(20))}";
        var first = Read($"SELECT MIN(at) FROM looks WHERE {OfFamily}", Number, ("$label", label))[0];
        return first is null ? $"nobody has looked into {label} yet: 'lowtide serve' does so within minutes of finding it"
            : $"nobody looked into {label} between {since:u} and {until:u}; the first look that is kept is of {Time(first.Value):u}";
    }

    private Tier Tier(DateTimeOffset since) => HistoryFormat.TierOf(_time.GetUtcNow() - since);

    private static long? Number(SqliteDataReader row) => row.IsDBNull(0) ? null : row.GetInt64(0);

    private static DateTimeOffset Time(long seconds) => DateTimeOffset.FromUnixTimeSeconds(seconds);

    private List<T> Read<T>(string sql, Func<SqliteDataReader, T> row, params (string Name, object? Value)[] parameters)
    {
        lock (_gate)
            try
            {
                using var command = _connection.Command(sql, parameters);
                using var rows = command.ExecuteReader();
                var read = new List<T>();
                while (rows.Read())
                    read.Add(row(rows));
                return read;
            }
            catch (SqliteException failure)
            {
                throw new RecordingException($"the history cannot be read ({failure.Reason()})", failure);
            }
    }

    public void Dispose()
    {
        lock (_gate)
            _connection.Dispose();
    }
}
