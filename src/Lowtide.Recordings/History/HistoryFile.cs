using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

/// <summary>
/// Keeps what a watch saw: every reading for two days, means of minutes for fifteen, of hours for a year. Each look is committed when the call returns; after
/// a kill -9 the file with its -wal holds it. One process writes, others may read meanwhile.
/// </summary>
public sealed class HistoryFile : IDisposable
{
    public const string Name = "history.db";

    // https://www.sqlite.org/rescode.html; whatever else goes wrong says nothing of the file.
    private const int Corrupt = 11, NotADatabase = 26;

    private const int MostRemembered = 10_000;

    /// <summary>So many, the newest: a server that ends workers all day is no reason to fill a disk.</summary>
    private const int MostEvents = 100_000;

    private readonly SqliteConnection _connection;

    /// <summary>A connection serves one thread at a time: a curve may be asked for while a look is written.</summary>
    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _families = new(StringComparer.Ordinal);
    private readonly HashSet<(string, string?, string?)> _told = [];
    private readonly Dictionary<(string Family, string Slot), DateTimeOffset> _written = [];
    private readonly Dictionary<string, long> _rolledUpTo = new(StringComparer.Ordinal);

    private HistoryFile(SqliteConnection connection, string? setAside) => (_connection, SetAside) = (connection, setAside);

    /// <summary>Where the history before went, as it could not be read, and why; null where it could, or there was none.</summary>
    public string? SetAside { get; }

    /// <summary>Opens the history in a folder, or begins one. One that is damaged, or of a newer Lowtide, is renamed and kept.</summary>
    /// <exception cref="RecordingException">Nothing can be written there.</exception>
    public static HistoryFile Open(string folder, TimeProvider time)
    {
        var path = Path.Combine(folder, Name);
        try
        {
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            var why = File.Exists(path) ? WhyUnreadable(path) : null;
            var aside = why is null ? null : $"{MovedAside(path, time)} ({why})";
            return new HistoryFile(Opened(path), aside);
        }
        catch (Exception failure) when (failure is SqliteException or IOException or UnauthorizedAccessException)
        {
            var what = failure is SqliteException sqlite ? sqlite.Reason() : failure.Message.TrimEnd('.');
            throw new RecordingException($"{path} cannot be written ({what}); name another folder with --history", failure);
        }
    }

    private static SqliteConnection Opened(string path)
    {
        var opened = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        try
        {
            opened.Open();
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            opened.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=4194304;");
            if (opened.Number("PRAGMA user_version") == 0)
                // Whole or not at all, whenever it is killed.
                opened.Execute($"BEGIN IMMEDIATE; {string.Join("; ", HistoryFormat.Create)}; COMMIT;");
            return opened;
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    private static string? WhyUnreadable(string path)
    {
        try
        {
            using var found = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
            found.Open();
            var (application, version) = (found.Number("PRAGMA application_id"), found.Number("PRAGMA user_version"));
            using var check = found.CreateCommand();
            check.CommandText = "PRAGMA quick_check(1)";
            return (application, version) switch
            {
                (0, 0) when found.Number("SELECT COUNT(*) FROM sqlite_schema") == 0 => null,
                (not HistoryFormat.ApplicationId, _) => "it is no history of Lowtide's",
                (_, > HistoryFormat.Version) => "it is of a newer Lowtide",
                _ => check.ExecuteScalar() as string is "ok" ? null : "it is damaged",
            };
        }
        catch (SqliteException failure) when (failure.SqliteErrorCode is Corrupt or NotADatabase)
        {
            return $"it is damaged: {failure.Reason()}";
        }
    }

    private static string MovedAside(string path, TimeProvider time)
    {
        var aside = $"{path}.{time.GetUtcNow().ToUnixTimeSeconds()}";
        foreach (var end in new[] { "", "-wal", "-shm" })
            if (File.Exists(path + end))
                File.Move(path + end, aside + end);
        return aside;
    }

    /// <summary>Writes what was read since the look before, and what happened.</summary>
    /// <exception cref="RecordingException">It cannot be written now: a full disk, say. The next look may be.</exception>
    public void Add(WatchedHost host)
    {
        lock (_gate)
            Write(host);
    }

    private void Write(WatchedHost host)
    {
        try
        {
            using var transaction = _connection.BeginTransaction();
            var now = host.At.ToUnixTimeSeconds();
            foreach (var family in host.Families)
                Add(family, now);
            foreach (var happened in host.Events)
                Add(happened);
            RollUp(now);
            transaction.Commit();
        }
        catch (SqliteException failure)
        {
            Forget();
            throw new RecordingException($"the history is not written ({failure.Reason()})", failure);
        }
    }

    private void Add(WatchedFamily family, long now)
    {
        var id = Id(family.Label, family.Name, family.Runtime);
        foreach (var process in family.Processes)
        {
            var key = (family.Label, process.Slot);
            if (process.ReadAt is not { } read || (_written.TryGetValue(key, out var last) && last == read))
                continue;
            _written[key] = read;
            Add(id, process.Slot, process.Memory, now);
        }
        // Of what was last read of each: a hole in it makes none.
        if (family.PssBytes is { } pss)
            Add(id, HistoryFormat.WholeFamily, MemoryUse.Unknown with { PssBytes = pss }, now);
    }

    /// <summary>A clock that was set back meets rows of its own: the newer stand.</summary>
    private void Add(long family, string slot, MemoryUse memory, long now) => Run(
        "INSERT OR REPLACE INTO samples VALUES ($at, $family, $slot, 1, $resident, $pss, $pss, $private, $private, $shared)",
        ("$at", now), ("$family", family), ("$slot", slot), ("$resident", memory.RssBytes), ("$pss", memory.PssBytes),
        ("$private", memory.PrivateBytes), ("$shared", memory.SharedBytes));

    private void Add(WatchedEvent happened) => Run(
        "INSERT INTO events VALUES ($at, $family, $kind, $pid, $slot, $pss, $private, $read)",
        ("$at", happened.At.ToUnixTimeSeconds()), ("$family", Id(happened.Family, null, null)), ("$kind", happened.Kind.ToString()),
        ("$pid", happened.Pid), ("$slot", happened.Slot), ("$pss", happened.Memory?.PssBytes), ("$private", happened.Memory?.PrivateBytes),
        ("$read", happened.ReadAt?.ToUnixTimeSeconds()));

    private long Id(string label, string? program, string? runtime)
    {
        var known = (label, program, runtime);
        if (_families.TryGetValue(label, out var id) && (program is null || _told.Contains(known)))
            return id;
        Run("INSERT INTO families(label, program, runtime) VALUES ($label, COALESCE($program, $label), $runtime) ON CONFLICT(label) DO UPDATE "
            + "SET program = COALESCE($program, program), runtime = COALESCE($runtime, runtime)",
            ("$label", label), ("$program", program), ("$runtime", runtime));
        using var command = Command("SELECT id FROM families WHERE label = $label", ("$label", label));
        if (_families.Count >= MostRemembered)
            Forget();
        _told.Add(known);
        return _families[label] = (long)command.ExecuteScalar()!;
    }

    /// <summary>What is known of the file, which is then asked again.</summary>
    private void Forget()
    {
        _families.Clear();
        _told.Clear();
        _written.Clear();
        _rolledUpTo.Clear();
    }

    /// <summary>What is whole goes into the coarser tiers, what is old goes.</summary>
    private void RollUp(long now)
    {
        var tiers = HistoryFormat.Tiers;
        foreach (var (finer, coarser) in tiers.Zip(tiers.Skip(1)))
        {
            var (each, until) = (coarser.SecondsEach, now / coarser.SecondsEach * coarser.SecondsEach);
            if (_rolledUpTo.GetValueOrDefault(coarser.Table) == until)
                continue;
            // From the last row there is, which may be of a part of its time only: whatever a restart or a clock that was set back left out comes in.
            Run(HistoryFormat.RollUp(finer, coarser), ("$last", until - each), ("$until", until));
            Run($"DELETE FROM {finer.Table} WHERE at < $before", ("$before", now - (long)finer.KeptFor.TotalSeconds));
            _rolledUpTo[coarser.Table] = until;
        }
        Run($"DELETE FROM {tiers[^1].Table} WHERE at < $before", ("$before", now - (long)tiers[^1].KeptFor.TotalSeconds));
        Run("DELETE FROM events WHERE at < $before OR rowid <= (SELECT MAX(rowid) FROM events) - $most",
            ("$before", now - (long)tiers[^1].KeptFor.TotalSeconds), ("$most", MostEvents));
    }

    /// <summary>A family's PSS over time.</summary>
    /// <param name="since">From here on, of the finest tier that has it still.</param>
    /// <exception cref="RecordingException">It cannot be read now.</exception>
    public IReadOnlyList<(DateTimeOffset At, long PssBytes)> Pss(string label, DateTimeOffset since, DateTimeOffset now)
    {
        var tier = HistoryFormat.Tiers.FirstOrDefault(one => now - since <= one.KeptFor) ?? HistoryFormat.Tiers[^1];
        lock (_gate)
            try
            {
                using var command = Command(
                    $"SELECT at, pss FROM {tier.Table} WHERE family = (SELECT id FROM families WHERE label = $label) AND slot = $slot "
                    + "AND at >= $since AND at <= $now AND pss IS NOT NULL ORDER BY at",
                    ("$label", label), ("$slot", HistoryFormat.WholeFamily), ("$since", since.ToUnixTimeSeconds()), ("$now", now.ToUnixTimeSeconds()));
                using var rows = command.ExecuteReader();
                var points = new List<(DateTimeOffset, long)>();
                while (rows.Read())
                    points.Add((DateTimeOffset.FromUnixTimeSeconds(rows.GetInt64(0)), rows.GetInt64(1)));
                return points;
            }
            catch (SqliteException failure)
            {
                throw new RecordingException($"the history cannot be read ({failure.Reason()})", failure);
            }
    }

    private void Run(string sql, params (string Name, object? Value)[] parameters)
    {
        using var command = Command(sql, parameters);
        command.ExecuteNonQuery();
    }

    private SqliteCommand Command(string sql, params (string Name, object? Value)[] parameters)
    {
        var command = _connection.CreateCommand();
        command.CommandText = sql;
        foreach (var (name, value) in parameters)
            command.Parameters.AddWithValue(name, value ?? DBNull.Value);
        return command;
    }

    /// <summary>The -wal goes into the file, and away.</summary>
    public void Dispose() => _connection.Dispose();
}
