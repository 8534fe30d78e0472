using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>Reads a .lowtide file, also one whose writer was killed (together with its -wal).</summary>
public static class RecordingReader
{
    /// <summary>SQLite's own first bytes: https://www.sqlite.org/fileformat.html, section 1.3.</summary>
    private static ReadOnlySpan<byte> Magic => "SQLite format 3\0"u8;

    /// <summary>SQLITE_CANTOPEN, https://www.sqlite.org/rescode.html</summary>
    private const int CannotOpen = 14;

    /// <summary><see cref="MayBeRecording"/> of the file; false also where it cannot be read.</summary>
    public static bool IsOne(string path)
    {
        try
        {
            return BeginsAsOne(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Whether a TARGET on the command line is meant as a file.</summary>
    public static bool LooksLikeFile(string target) =>
        target.EndsWith(".lowtide", StringComparison.Ordinal) || target.EndsWith(".nettrace", StringComparison.Ordinal)
        || (target.Contains('/') && !Directory.Exists(target));

    /// <summary>By how a file begins; also true of databases of other programs.</summary>
    public static bool MayBeRecording(ReadOnlySpan<byte> head) => head.StartsWith(Magic);

    /// <exception cref="RecordingException">Missing, damaged, of another program or of a newer format.</exception>
    public static Recording Read(string path)
    {
        RefuseStrangers(path);
        using var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = path,
            Mode = SqliteOpenMode.ReadOnly,
            Pooling = false,
        }.ToString());
        try
        {
            connection.Open();
            if (connection.Number("PRAGMA application_id") != RecordingFormat.ApplicationId)
                throw new RecordingException($"{path} is a database of another program, not a Lowtide recording");
            var version = connection.Number("PRAGMA user_version");
            if (version != RecordingFormat.Version)
                throw new RecordingException(version > RecordingFormat.Version
                    ? $"{path} was written by a newer Lowtide (format {version}, this one reads {RecordingFormat.Version}): upgrade Lowtide"
                    : $"{path} was written by an older Lowtide (format {version}, this one reads {RecordingFormat.Version}): record it again");
            // SQLite takes zeros for what the last page lacks.
            if (new FileInfo(path).Length % connection.Number("PRAGMA page_size") != 0)
                throw Damaged(path, "it ends within a page");
            using (var check = connection.CreateCommand())
            {
                check.CommandText = "PRAGMA quick_check(1)";
                if (check.ExecuteScalar() as string is not "ok")
                    throw Damaged(path, "its pages do not fit together");
            }
            return RecordingRows.ReadAll(connection, path);
        }
        catch (SqliteException failure) when (failure.SqliteErrorCode == CannotOpen && File.Exists($"{path}-wal"))
        {
            throw new RecordingException(
                $"{path} was not closed, and SQLite needs to write beside it to read its -wal: copy both to a folder that you can write", failure);
        }
        catch (SqliteException failure)
        {
            throw Damaged(path, failure.Reason(), failure);
        }
        catch (JsonException failure)
        {
            throw Damaged(path, "a document in it cannot be read", failure);
        }
        // What a column of another type, a number out of range or a missing value ends in.
        catch (Exception failure) when (failure is InvalidCastException or InvalidOperationException or OverflowException
            or ArgumentException or FormatException or InvalidDataException)
        {
            throw Damaged(path, "a value in it cannot be", failure);
        }
    }

    private static RecordingException Damaged(string path, string why, Exception? inner = null) =>
        new($"{path} is damaged or was cut short ({why}); copy it again together with its -wal file, if there is one", inner);

    private static bool BeginsAsOne(string path)
    {
        Span<byte> head = stackalloc byte[16];
        using var file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
        return MayBeRecording(head[..RandomAccess.Read(file, head, 0)]);
    }

    private static void RefuseStrangers(string path)
    {
        try
        {
            if (!BeginsAsOne(path))
                throw new RecordingException($"{path} is not a Lowtide recording");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new RecordingException(failure switch
            {
                FileNotFoundException or DirectoryNotFoundException => $"there is no file {path}",
                UnauthorizedAccessException => $"{path} cannot be read: permission is missing (sudo, if it was recorded with it)",
                _ => $"{path} cannot be read: {failure.Message.TrimEnd('.')}",
            }, failure)
            {
                IsWrongName = failure is FileNotFoundException or DirectoryNotFoundException,
            };
        }
    }
}
