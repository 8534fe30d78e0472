using System.Text.Json;
using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;
using Microsoft.Win32.SafeHandles;
using SQLitePCL;

namespace Lowtide.Recordings.Storage;

/// <summary>The file of a recording that is about to be written, and its end where nothing was.</summary>
internal static class NewRecordingFile
{
    /// <summary>SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, https://www.sqlite.org/c3ref/c_dbconfig_defensive.html</summary>
    private const int NoCheckpointOnClose = 1006;

    /// <summary>
    /// Whether a recording of that name would be refused. A -wal without its file counts: SQLite would throw away what
    /// somebody may still want to put back beside a file that was moved.
    /// </summary>
    public static bool IsTaken(string path) => File.Exists(path) || Directory.Exists(path) || File.Exists($"{path}-wal");

    /// <exception cref="RecordingException">The file exists, or its folder cannot be written.</exception>
    public static SqliteConnection Open(string path, Host host)
    {
        SqliteConnection? opened = null;
        try
        {
            using (var created = CreateEmpty(path))
                opened = OpenOnly(created, path);
            // One process writes, and nobody needs a -shm: a reader takes the bytes of the file and its -wal as they are.
            opened.Execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
            Begin(opened, host);
            // The main file alone must already be recognisable, whatever happens to the -wal.
            opened.Execute("PRAGMA wal_checkpoint(TRUNCATE)");
            return opened;
        }
        catch (SqliteException failure)
        {
            opened?.Dispose();
            Delete(path);
            throw new RecordingException($"{path} cannot be written ({failure.Reason()}); name another file with -o", failure);
        }
    }

    /// <summary>One that nobody else sees, and of which nothing is left however this process ends.</summary>
    public static SqliteConnection InMemory(Host host)
    {
        var opened = new SqliteConnection("Data Source=:memory:;Pooling=False");
        opened.Open();
        Begin(opened, host);
        return opened;
    }

    private static void Begin(SqliteConnection opened, Host host)
    {
        opened.Execute($"PRAGMA application_id={RecordingFormat.ApplicationId}; PRAGMA user_version={RecordingFormat.Version};");
        foreach (var table in RecordingFormat.Tables)
            opened.Execute(table.Create);
        FileTables.Meta.Add(opened, NumberSum.OfWriting(), (FileTables.Host, JsonSerializer.Serialize(host, RecordingJson.Default.Host)));
    }

    /// <summary>SQLite opens by name. Before it writes a byte, what it has opened must be the file that was made, and none that came in its place.</summary>
    private static SqliteConnection OpenOnly(SafeFileHandle created, string path)
    {
        var opened = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = path, Mode = SqliteOpenMode.ReadWrite, Pooling = false }.ToString());
        try
        {
            opened.Open();
            // What it holds must not depend on whether a recorder could end: the -wal goes when the file is closed by RecordingWriter.Close, and not else.
            raw.sqlite3_db_config(opened.Handle!, NoCheckpointOnClose, 1, out _);
            if (RegularFile.Descriptors(created) < 2)
                throw new RecordingException($"{path} cannot be written: another file was put in its place; name a file in a folder of your own with -o");
            return opened;
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    /// <summary>
    /// For its owner only, as perf.data is: hashes of pages let somebody who knows all of a page but a short secret
    /// find that out by trying.
    /// </summary>
    private static SafeFileHandle CreateEmpty(string path)
    {
        if (IsTaken(path))
            throw new RecordingException((Directory.Exists(path) ? $"{path} is a folder" : $"{(File.Exists(path) ? path : $"{path}-wal")} exists already")
                + "; name another file with -o")
            { IsWrongName = true };
        try
        {
            return new FileStream(path, new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.Write,
                UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
            }).SafeFileHandle;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            var why = failure switch
            {
                DirectoryNotFoundException => $"there is no folder {Path.GetDirectoryName(Path.GetFullPath(path))}",
                UnauthorizedAccessException => "permission to write in its folder is missing",
                _ => failure.Message.TrimEnd('.'),
            };
            throw new RecordingException($"{path} cannot be written: {why}; name another file with -o", failure)
            {
                IsWrongName = failure is DirectoryNotFoundException,
            };
        }
    }

    /// <summary>The file last: once it is gone another recorder may take its name, whose -wal must stay.</summary>
    public static void Delete(string path)
    {
        foreach (var part in new[] { $"{path}-wal", path })
            File.Delete(part);
    }
}
