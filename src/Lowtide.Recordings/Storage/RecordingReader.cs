using System.Text.Json;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Lowtide.Recordings.Storage;

/// <summary>Reads a .lowtide file, also one whose writer was killed (together with its -wal), and also one that somebody made to do harm.</summary>
public static class RecordingReader
{
    // https://www.sqlite.org/c3ref/c_dbconfig_defensive.html, c_limit_attached.html, c_deserialize_freeonclose.html
    private const int EnableTrigger = 1003, Defensive = 1010, EnableView = 1015, TrustedSchema = 1017, LimitLength = 0, DeserializeReadOnly = 4;

    /// <summary>SQLite's own first bytes: https://www.sqlite.org/fileformat.html, section 1.3.</summary>
    private static ReadOnlySpan<byte> Magic => "SQLite format 3\0"u8;

    /// <summary><see cref="MayBeRecording"/> of the file; false also where it cannot be read.</summary>
    public static bool IsOne(string path)
    {
        try
        {
            using var file = RegularFile.Open(path);
            return MayBeRecording(RegularFile.Head(file, Magic.Length));
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
        using var image = Image(path);
        return Read(path, image);
    }

    /// <summary>One that was kept as the bytes of its file.</summary>
    /// <param name="name">Of what they are, for messages.</param>
    /// <inheritdoc cref="Read(string)"/>
    internal static Recording Read(string name, ReadOnlySpan<byte> bytes)
    {
        if (!MayBeRecording(bytes))
            throw Damaged(name, "it does not begin as a recording");
        try
        {
            using var image = RecordingImage.Of(bytes);
            return Read(name, image);
        }
        catch (InvalidDataException damaged)
        {
            throw Damaged(name, damaged.Message, damaged);
        }
    }

    private static Recording Read(string path, RecordingImage image)
    {
        try
        {
            using var connection = Open(image);
            MustBeOurs(path, connection);
            // This looks at each page once, whatever pages say of each other: after it, reading takes no longer than the file is long.
            using (var check = connection.CreateCommand())
            {
                check.CommandText = "PRAGMA quick_check(1)";
                if (check.ExecuteScalar() as string is not "ok")
                    throw Damaged(path, "its pages do not fit together");
            }
            return RecordingRows.ReadAll(connection, image.IsWalDamaged)
                ?? throw new RecordingException($"{path} holds nothing yet: its recorder was killed before its first look was kept, or is still taking it; "
                    + "record again");
        }
        catch (SqliteException failure)
        {
            throw Damaged(path, failure.Reason(), failure);
        }
        catch (JsonException failure)
        {
            throw Damaged(path, "a document in it cannot be read", failure);
        }
        catch (InvalidDataException failure)
        {
            throw Damaged(path, failure.Message, failure);
        }
        // What two of a kind, or a number out of range, end in.
        catch (Exception failure) when (failure is InvalidCastException or InvalidOperationException or OverflowException
            or ArgumentException or FormatException)
        {
            throw Damaged(path, "a value in it cannot be", failure);
        }
    }

    internal static SqliteConnection Open(RecordingImage image)
    {
        var connection = new SqliteConnection("Data Source=:memory:;Pooling=False");
        try
        {
            connection.Open();
            var sqlite = connection.Handle!;
            foreach (var (setting, on) in new[] { (Defensive, 1), (TrustedSchema, 0), (EnableTrigger, 0), (EnableView, 0) })
                raw.sqlite3_db_config(sqlite, setting, on, out _);
            raw.sqlite3_limit(sqlite, LimitLength, (int)Math.Min(image.Length, int.MaxValue));
            SqliteException.ThrowExceptionForRC(raw.sqlite3_deserialize(sqlite, "main", image.Pages, image.Length, image.Length, DeserializeReadOnly), sqlite);
            connection.Execute("PRAGMA query_only=1; PRAGMA cell_size_check=1;");
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static void MustBeOurs(string path, SqliteConnection connection)
    {
        if (connection.Number("PRAGMA application_id") != RecordingFormat.ApplicationId)
            throw new RecordingException($"{path} is a database of another program, not a Lowtide recording");
        var version = connection.Number("PRAGMA user_version");
        if (version != RecordingFormat.Version)
            throw new RecordingException(version > RecordingFormat.Version
                ? $"{path} was written by a newer Lowtide (format {version}, this one reads {RecordingFormat.Version}): upgrade Lowtide"
                : $"{path} was written by an older Lowtide (format {version}, this one reads {RecordingFormat.Version}): record it again");
        RecordingFormat.MustBeOurs(connection);
    }

    private static RecordingException Damaged(string path, string why, Exception? inner = null) =>
        new($"{path} is damaged or was cut short ({why}); copy it again together with its -wal file, if there is one", inner);

    private static RecordingImage Image(string path)
    {
        try
        {
            using var file = RegularFile.Open(path);
            if (!MayBeRecording(RegularFile.Head(file, Magic.Length)))
                throw new RecordingException($"{path} is not a Lowtide recording");
            var image = RecordingImage.Read(file);
            if (image is { IsClosed: true } or { HasWal: true })
                return image;
            image.Dispose();
            throw new RecordingException($"{path} was not closed by its recorder, and the {Path.GetFileName(path)}-wal that belongs beside it is not there: "
                + "copy that file too, for it holds what came last");
        }
        catch (InvalidDataException damaged)
        {
            throw Damaged(path, damaged.Message, damaged);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new RecordingException(failure switch
            {
                FileNotFoundException => $"there is no file {path}",
                UnauthorizedAccessException => $"{path} cannot be read: permission is missing (sudo, if it was recorded with it)",
                _ => $"{path} cannot be read: {failure.Message.TrimEnd('.')}",
            }, failure)
            {
                IsWrongName = failure is FileNotFoundException,
            };
        }
    }
}
