using Lowtide.Recordings.Storage;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

/// <summary>
/// Keeps what a watch saw: every reading for two days, means of minutes for fifteen, of hours for a year. Each look is committed when the call returns; after
/// a kill -9 the file with its -wal holds it. One process writes, others may read meanwhile.
/// </summary>
public sealed partial class HistoryFile : IDisposable
{
    public const string Name = "history.db";

    /// <summary>What it takes where nobody says otherwise.</summary>
    public const long UsualBytes = 1L << 30;

    // https://www.sqlite.org/rescode.html; whatever else goes wrong says nothing of the file.
    private const int Corrupt = 11, NotADatabase = 26;

    private readonly SqliteConnection _connection;
    private readonly long _mostBytes;

    private HistoryFile(SqliteConnection connection, string? setAside, long mostBytes) =>
        (_connection, SetAside, _mostBytes) = (connection, setAside, mostBytes);

    /// <summary>Where the history before went, as it could not be read, and why; null where it could, or there was none.</summary>
    public string? SetAside { get; }

    /// <summary>Opens the history in a folder, or begins one. One that is damaged, or of a newer Lowtide, is renamed and kept.</summary>
    /// <param name="mostBytes">What it may take: the oldest goes before it takes more.</param>
    /// <exception cref="RecordingException">Nothing can be written there.</exception>
    public static HistoryFile Open(string folder, TimeProvider time, long mostBytes = UsualBytes)
    {
        var path = Path.Combine(folder, Name);
        try
        {
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            var why = File.Exists(path) ? WhyUnreadable(path) : null;
            var aside = why is null ? null : $"{MovedAside(path, time)} ({why})";
            return new HistoryFile(Opened(path), aside, mostBytes);
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
            var version = opened.Number("PRAGMA user_version");
            // Whole or not at all, whenever it is killed.
            if (version < HistoryFormat.Version)
                opened.Execute($"BEGIN IMMEDIATE; {string.Join("; ", version == 0 ? HistoryFormat.Create : HistoryFormat.Upgrade(version))}; COMMIT;");
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

    /// <summary>The -wal goes into the file, and away.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            foreach (var command in _compiled.Values)
                command.Dispose();
            _connection.Dispose();
        }
    }
}
