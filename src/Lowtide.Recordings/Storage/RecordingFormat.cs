using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// A .lowtide file is a SQLite database that says so: <c>application_id</c> names the program and <c>user_version</c>
/// the format, so that <c>file</c>(1) and a stranger's tool can tell. A census and its traces are a byte a page each in blobs, never a row a
/// page.
/// </summary>
internal static class RecordingFormat
{
    public const int ApplicationId = 0x4C4F_5744; // "LOWD"

    /// <summary>Raised with every change of the tables. A reader takes its own format only.</summary>
    public const int Version = 4;

    public const string Tables = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE snapshots(id INTEGER PRIMARY KEY, body TEXT NOT NULL);
        CREATE TABLE census(snapshot INTEGER NOT NULL, pid INTEGER NOT NULL, evidence INTEGER NOT NULL,
            start INTEGER NOT NULL, end INTEGER NOT NULL, purpose INTEGER NOT NULL, path TEXT, pages BLOB NOT NULL);
        CREATE TABLE copy_traces(snapshot INTEGER NOT NULL, pid INTEGER NOT NULL, start INTEGER NOT NULL, traces BLOB NOT NULL);
        CREATE TABLE samples(seconds REAL NOT NULL, pid INTEGER NOT NULL, start_ticks INTEGER NOT NULL, role INTEGER NOT NULL,
            rss_bytes INTEGER, pss_bytes INTEGER, shared_bytes INTEGER, private_bytes INTEGER, swap_bytes INTEGER,
            collections TEXT, minor_faults INTEGER, major_faults INTEGER, finalizing INTEGER, stack_start INTEGER, ruby TEXT, heap TEXT,
            collected_objects INTEGER);
        CREATE TABLE system_samples(seconds REAL NOT NULL, total_bytes INTEGER, available_bytes INTEGER, cached_bytes INTEGER,
            swap_total_bytes INTEGER, swap_free_bytes INTEGER, cgroup_version INTEGER, cgroup_path TEXT,
            cgroup_limit_bytes INTEGER, cgroup_used_bytes INTEGER, cgroup_working_set_bytes INTEGER,
            free_bytes INTEGER, disk_busy_seconds REAL, memory_wait_seconds REAL, io_wait_seconds REAL);
        CREATE TABLE faults(seconds REAL NOT NULL, every INTEGER NOT NULL, lost_faults INTEGER, in_kernel INTEGER NOT NULL,
            processes TEXT NOT NULL);
        CREATE TABLE fault_chains(pid INTEGER NOT NULL, thread TEXT NOT NULL, kind INTEGER NOT NULL, by_collector INTEGER,
            at_exit INTEGER, file TEXT, frames TEXT NOT NULL, faults INTEGER NOT NULL);
        CREATE TABLE dotnet(body TEXT NOT NULL);
        CREATE TABLE dotnet_collections(number INTEGER NOT NULL, generation INTEGER NOT NULL, kind INTEGER NOT NULL, reason INTEGER NOT NULL,
            at REAL NOT NULL, seconds REAL NOT NULL, pause_seconds REAL NOT NULL, suspend_seconds REAL NOT NULL, compacting INTEGER,
            heaps INTEGER, memory_load_percent INTEGER, before_bytes TEXT, after_bytes TEXT, promoted_bytes TEXT, stack INTEGER,
            committed_bytes INTEGER);
        CREATE TABLE dotnet_pauses(at REAL NOT NULL, seconds REAL NOT NULL, tells_survivors INTEGER);
        CREATE TABLE dotnet_waits(at REAL NOT NULL, seconds REAL NOT NULL, thread INTEGER NOT NULL, for_large INTEGER NOT NULL);
        CREATE TABLE picture(master_pid INTEGER NOT NULL, master_start_ticks INTEGER NOT NULL, taken_ticks INTEGER NOT NULL,
            master_stack_start INTEGER NOT NULL);
        CREATE TABLE picture_regions(start INTEGER PRIMARY KEY, hashes BLOB NOT NULL);
        CREATE TABLE could_not_read(code TEXT NOT NULL, what TEXT NOT NULL, why TEXT NOT NULL, mend TEXT);
        """;

    public static void Execute(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    public static void Execute(this SqliteConnection connection, string sql, params ReadOnlySpan<(string Name, object? Value)> values)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        foreach (var (name, value) in values)
            command.Parameters.AddWithValue(name, value ?? DBNull.Value);
        command.ExecuteNonQuery();
    }

    public static long Number(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return Convert.ToInt64(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>SQLite's own words, without the wrapping "SQLite Error 13: '...'.", and of a damaged schema not its text of many lines.</summary>
    public static string Reason(this SqliteException failure)
    {
        var text = failure.Message.ReplaceLineEndings(" ");
        var open = text.IndexOf('\'');
        var close = text.LastIndexOf('\'');
        return close > open ? text[(open + 1)..close] : text;
    }
}
