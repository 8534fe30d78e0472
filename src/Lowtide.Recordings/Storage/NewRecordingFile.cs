using System.Text.Json;
using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>The file of a recording that is about to be written, and its end where nothing was.</summary>
internal static class NewRecordingFile
{
    /// <summary>
    /// Whether a recording of that name would be refused. A -wal without its file counts: SQLite would throw away what
    /// somebody may still want to put back beside a file that was moved.
    /// </summary>
    public static bool IsTaken(string path) => File.Exists(path) || Directory.Exists(path) || File.Exists($"{path}-wal");

    /// <exception cref="RecordingException">The file exists, or its folder cannot be written.</exception>
    public static SqliteConnection Open(string path, Host host)
    {
        CreateEmpty(path);
        var opened = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        try
        {
            opened.Open();
            opened.Execute($"PRAGMA application_id={RecordingFormat.ApplicationId}; PRAGMA user_version={RecordingFormat.Version};");
            opened.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
            opened.Execute(RecordingFormat.Tables);
            FileTables.Meta.Add(opened, (FileTables.Host, JsonSerializer.Serialize(host, RecordingJson.Default.Host)));
            // The main file alone must already be recognisable, whatever happens to the -wal.
            opened.Execute("PRAGMA wal_checkpoint(TRUNCATE)");
            return opened;
        }
        catch (SqliteException failure)
        {
            opened.Dispose();
            Delete(path);
            throw new RecordingException($"{path} cannot be written ({failure.Reason()}); name another file with -o", failure);
        }
    }

    /// <summary>
    /// For its owner only, as perf.data is: hashes of pages let somebody who knows all of a page but a short secret
    /// find that out by trying.
    /// </summary>
    private static void CreateEmpty(string path)
    {
        if (IsTaken(path))
            throw new RecordingException((Directory.Exists(path) ? $"{path} is a folder" : $"{(File.Exists(path) ? path : $"{path}-wal")} exists already")
                + "; name another file with -o")
            { IsWrongName = true };
        try
        {
            using var file = new FileStream(path, new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.Write,
                UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
            });
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

    public static void Delete(string path)
    {
        foreach (var part in new[] { path, $"{path}-wal", $"{path}-shm" })
            File.Delete(part);
    }
}
