using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

public sealed partial class HistoryFile
{
    private const int MostRemembered = 10_000;

    /// <summary>So many, the newest: a server that ends workers all day is no reason to fill a disk.</summary>
    private const int MostEvents = 100_000;

    private const int Hour = 3600, Day = 24 * Hour;

    /// <summary>What came in this time is never thrown away to make room.</summary>
    private const int Newest = Hour;

    private readonly Dictionary<string, long> _families = new(StringComparer.Ordinal);
    private readonly HashSet<(string, string?, string?, string?)> _told = [];
    private readonly Dictionary<(string Family, string Slot), DateTimeOffset> _written = [];
    private readonly Dictionary<string, long> _rolledUpTo = new(StringComparer.Ordinal);

    /// <summary>A connection serves one thread at a time: looks page by page come from another one.</summary>
    private readonly Lock _gate = new();

    /// <summary>Writes what was read since the look before, and what happened.</summary>
    /// <exception cref="RecordingException">It cannot be written now: a full disk, say. The next look may be.</exception>
    public void Add(WatchedHost host) => Commit(() =>
    {
        var now = host.At.ToUnixTimeSeconds();
        foreach (var family in host.Families)
            Add(family, now);
        foreach (var happened in host.Events)
            Add(happened);
        RollUp(now);
    });

    /// <summary>Writes what happened at once, before the next look.</summary>
    /// <inheritdoc cref="Add(WatchedHost)"/>
    public void Tell(WatchedEvent happened) => Commit(() => Add(happened));

    /// <summary>
    /// Keeps a look page by page: of each hour of the last two days the last one, of each day before that. So a recording of any stretch has one from its
    /// beginning and one from its end.
    /// </summary>
    /// <inheritdoc cref="Add(WatchedHost)"/>
    public void Add(string label, Recording look)
    {
        var bytes = KeptLook.Of(look);
        var now = look.Latest.At.ToUnixTimeSeconds();
        Commit(() =>
        {
            var id = Id(label);
            // Not one of the compiled: it would keep the bytes until the next.
            using (var insert = _connection.Command(
                "INSERT OR REPLACE INTO looks(family, at, recording) VALUES ($family, $at, $recording)", ("$family", id), ("$at", now), ("$recording", bytes)))
                insert.ExecuteNonQuery();
            Run(HistoryFormat.ThinLooks, ("$family", id), ("$before", now / Hour * Hour), ("$each", Hour));
            Run(HistoryFormat.ThinLooks, ("$family", id), ("$before", now - (2 * Day)), ("$each", Day));
        });
    }

    private void Commit(Action write)
    {
        lock (_gate)
            try
            {
                using var transaction = _transaction = _connection.BeginTransaction();
                write();
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
        var id = Id(family.Label, family.Name, family.Runtime, family.Identity);
        foreach (var process in family.Processes)
        {
            var key = (family.Label, process.Slot);
            if (process.ReadAt is not { } read || (_written.TryGetValue(key, out var last) && last == read))
                continue;
            _written[key] = read;
            Add(id, process.Slot, (process.Pid, process.StartTicks), process.Memory, now);
        }
        // Of what was last read of each: a hole in it makes none.
        if (family.PssBytes is { } pss)
            Add(id, HistoryFormat.WholeFamily, (family.Image.Pid, family.Image.StartTicks), MemoryUse.Unknown with { PssBytes = pss }, now);
        if (family.DotNet is { } told)
            Add(id, told, now);
    }

    private void Add(long family, WatchedDotNet told, long now) => Run(
        HistoryFormat.AddToHour,
        ("$family", family), ("$at", now / Hour * Hour), ("$gen2", told.Gen2Bytes), ("$large", told.LargeBytes), ("$gen2_collections", told.NewGen2),
        ("$induced", told.NewInduced), ("$paused", told.New.PauseSeconds));

    /// <summary>A clock that was set back meets rows of its own: the newer stand.</summary>
    private void Add(long family, string slot, (int Pid, long Start) process, MemoryUse memory, long now) => Run(
        $"INSERT OR REPLACE INTO samples({HistoryFormat.ColumnNames}) "
            + "VALUES ($at, $family, $slot, $pid, $start, 1, $resident, $pss, $pss, $private, $private, $shared)",
        ("$at", now), ("$family", family), ("$slot", slot), ("$pid", process.Pid), ("$start", process.Start), ("$resident", memory.RssBytes),
        ("$pss", memory.PssBytes), ("$private", memory.PrivateBytes), ("$shared", memory.SharedBytes));

    private void Add(WatchedEvent happened) => Run(
        "INSERT INTO events(at, family, kind, pid, slot, pss, private, read_at, alert, others, busy, why, cause, since, from_private, resident) "
            + "VALUES ($at, $family, $kind, $pid, $slot, $pss, $private, $read, $alert, $others, $busy, $why, $cause, $since, $from, $resident)",
        ("$at", happened.At.ToUnixTimeSeconds()), ("$family", Id(happened.Family)), ("$kind", happened.Kind.ToString()),
        ("$pid", happened.Pid), ("$slot", happened.Slot), ("$pss", happened.Memory?.PssBytes), ("$private", happened.Memory?.PrivateBytes),
        ("$read", happened.ReadAt?.ToUnixTimeSeconds()), ("$alert", happened.Alert), ("$others", happened.Others), ("$busy", happened.Busy),
        ("$why", happened.Why), ("$cause", happened.Cause), ("$since", happened.GrowingSince?.ToUnixTimeSeconds()), ("$from", happened.GrewFromBytes),
        ("$resident", happened.ResidentBytes));

    private long Id(string label, string? program = null, string? runtime = null, string? identity = null)
    {
        var known = (label, program, runtime, identity);
        if (_families.TryGetValue(label, out var id) && (program is null || _told.Contains(known)))
            return id;
        Run("INSERT INTO families(label, program, runtime, identity) VALUES ($label, COALESCE($program, $label), $runtime, $identity) ON CONFLICT(label) DO "
            + "UPDATE SET program = COALESCE($program, program), runtime = COALESCE($runtime, runtime), identity = COALESCE($identity, identity)",
            ("$label", label), ("$program", program), ("$runtime", runtime), ("$identity", identity));
        using var command = _connection.Command("SELECT id FROM families WHERE label = $label", ("$label", label));
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
            MakeRoom(now);
            ForgetOldest(now);
        }
    }

    private void ForgetOldest(long now)
    {
        var last = HistoryFormat.Tiers[^1];
        var oldest = now - (long)last.KeptFor.TotalSeconds;
        Run($"DELETE FROM {last.Table} WHERE at < $before", ("$before", oldest));
        Run("DELETE FROM looks WHERE at < $before", ("$before", oldest));
        Run("DELETE FROM dotnet_hours WHERE at < $before", ("$before", oldest));
        Run("DELETE FROM events WHERE at < $before OR rowid <= (SELECT MAX(rowid) FROM events) - $most", ("$before", oldest), ("$most", MostEvents));
    }

    /// <summary>What is used of the file; what was deleted is used again.</summary>
    private long UsedBytes =>
        _connection.Number("PRAGMA page_size") * (_connection.Number("PRAGMA page_count") - _connection.Number("PRAGMA freelist_count"));

    /// <summary>Of what takes most room the older half goes, until it is small enough; what came within an hour stays.</summary>
    private void MakeRoom(long now)
    {
        var end = now - Newest;
        while (UsedBytes is var used && used > _mostBytes)
        {
            var looks = _connection.Number("SELECT COALESCE(SUM(LENGTH(recording)), 0) FROM looks");
            var tables = HistoryFormat.Tiers.Select(tier => tier.Table).Append("dotnet_hours").ToList();
            tables.Insert(looks > used / 2 ? 0 : tables.Count, LooksTable);
            var oldest = tables.Select(table => (Table: table, First: _connection.Number($"SELECT COALESCE(MIN(at), {now}) FROM {table}")))
                .FirstOrDefault(one => one.First < end);
            if (oldest.Table is null)
                return;
            Run($"DELETE FROM {oldest.Table} WHERE at <= $until", ("$until", oldest.First + ((end - oldest.First) / 2)));
        }
    }

    private const string LooksTable = "looks";

    private SqliteTransaction? _transaction;

    /// <summary>Of each statement one, compiled once: a look writes dozens of rows, and there are looks all day.</summary>
    private readonly Dictionary<string, SqliteCommand> _compiled = new(StringComparer.Ordinal);

    private void Run(string sql, params ReadOnlySpan<(string Name, object? Value)> parameters)
    {
        if (!_compiled.TryGetValue(sql, out var command))
            command = _compiled[sql] = _connection.Command(sql, parameters);
        else
            foreach (var (name, value) in parameters)
                command.Parameters[name].Value = value ?? DBNull.Value;
        command.Transaction = _transaction;
        command.ExecuteNonQuery();
    }
}
