using System.Runtime.InteropServices;
using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>Reads a .lowtide file, also one whose writer was killed (together with its -wal).</summary>
public static class RecordingReader
{
    /// <summary>SQLite's own first bytes: https://www.sqlite.org/fileformat.html, section 1.3.</summary>
    private static ReadOnlySpan<byte> Magic => "SQLite format 3\0"u8;

    /// <summary>Whether a TARGET on the command line is meant as a file.</summary>
    public static bool LooksLikeFile(string target) =>
        target.EndsWith(".lowtide", StringComparison.Ordinal) || (target.Contains('/') && !Directory.Exists(target));

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
            if (version > RecordingFormat.Version)
                throw new RecordingException(
                    $"{path} was written by a newer Lowtide (format {version}, this one reads up to {RecordingFormat.Version}): upgrade Lowtide");
            using (var check = connection.CreateCommand())
            {
                check.CommandText = "PRAGMA quick_check(1)";
                if (check.ExecuteScalar() as string is not "ok")
                    throw Damaged(path, "its pages do not fit together");
            }
            return ReadAll(connection, path);
        }
        catch (SqliteException failure)
        {
            throw Damaged(path, failure.Message.TrimEnd('.'), failure);
        }
        catch (JsonException failure)
        {
            throw Damaged(path, "a document in it cannot be read", failure);
        }
    }

    private static RecordingException Damaged(string path, string why, Exception? inner = null) =>
        new($"{path} is damaged or was cut short ({why}); copy it again together with its -wal file, if there is one", inner);

    private static void RefuseStrangers(string path)
    {
        Span<byte> head = stackalloc byte[16];
        try
        {
            using var file = File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            var read = RandomAccess.Read(file, head, 0);
            if (!head[..read].SequenceEqual(Magic))
                throw new RecordingException($"{path} is not a Lowtide recording");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new RecordingException($"{path} cannot be read: {failure.Message.TrimEnd('.')}", failure);
        }
    }

    private static Recording ReadAll(SqliteConnection connection, string path)
    {
        var meta = Rows(connection, "SELECT key, value FROM meta", row => (Key: row.GetString(0), Value: row.GetString(1)))
            .ToDictionary(row => row.Key, row => row.Value);
        var host = meta.TryGetValue("host", out var text) ? JsonSerializer.Deserialize(text, RecordingJson.Default.Host) : null;
        var snapshots = Snapshots(connection);
        if (host is null || snapshots.Count == 0)
            throw new RecordingException($"{path} holds no snapshot: its recorder ended before the first one was taken");
        return new Recording(
            host,
            snapshots,
            Samples(connection),
            Rows(connection, "SELECT what, why, mend FROM could_not_read",
                row => new Unreadable(row.GetString(0), row.GetString(1), row.IsDBNull(2) ? null : row.GetString(2))),
            Picture(connection),
            meta.ContainsKey("closed"));
    }

    private static List<FamilySnapshot> Snapshots(SqliteConnection connection)
    {
        var census = Rows(connection, "SELECT snapshot, pid, evidence, start, end, purpose, path, pages FROM census ORDER BY start", row => (
                Key: (row.GetInt64(0), row.GetInt32(1)),
                Evidence: (CensusEvidence)row.GetInt32(2),
                Region: new RegionCensus(
                    new Region((ulong)row.GetInt64(3), (ulong)row.GetInt64(4), (RegionPurpose)row.GetInt32(5), row.IsDBNull(6) ? null : row.GetString(6)),
                    MemoryMarshal.Cast<byte, PageState>(row.GetFieldValue<byte[]>(7)).ToArray())))
            .ToLookup(row => row.Key);
        return Rows(connection, "SELECT id, body FROM snapshots ORDER BY id", row => (Id: row.GetInt64(0), Body: row.GetString(1)))
            .Select(row => (row.Id, Snapshot: JsonSerializer.Deserialize(row.Body, RecordingJson.Default.FamilySnapshot)!))
            .Select(row => row.Snapshot with
            {
                Master = row.Snapshot.Master is { } master ? WithCensus(row.Id, master) : null,
                Workers = [.. row.Snapshot.Workers.Select(worker => WithCensus(row.Id, worker))],
            })
            .ToList();

        Member WithCensus(long snapshot, Member member)
        {
            var regions = census[(snapshot, member.Process.Pid)].ToList();
            return regions.Count == 0
                ? member
                : member with { Census = new PageCensus(regions[0].Evidence, [.. regions.Select(row => row.Region)]) };
        }
    }

    private static List<Sample> Samples(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM samples ORDER BY rowid", row =>
        {
            long? Bytes(int column) => row.IsDBNull(column) ? null : row.GetInt64(column);
            return new Sample(
                row.GetDouble(0), row.GetInt32(1), row.GetInt64(2), (Role)row.GetInt32(3),
                new MemoryUse(Bytes(4), Bytes(5), Bytes(6), Bytes(7), Bytes(8)),
                row.IsDBNull(9) ? null : JsonSerializer.Deserialize(row.GetString(9), RecordingJson.Default.IReadOnlyListInt64));
        });

    private static ForkPicture? Picture(SqliteConnection connection)
    {
        var regions = Rows(connection, "SELECT start, hashes FROM picture_regions ORDER BY start", row => new RegionHashes(
            (ulong)row.GetInt64(0), MemoryMarshal.Cast<byte, ulong>(row.GetFieldValue<byte[]>(1)).ToArray()));
        return Rows(connection, "SELECT * FROM picture", row =>
                new ForkPicture(row.GetInt32(0), row.GetInt64(1), row.GetInt64(2), regions) { MasterStackStart = (ulong)row.GetInt64(3) })
            .FirstOrDefault();
    }

    private static List<T> Rows<T>(SqliteConnection connection, string sql, Func<SqliteDataReader, T> read)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        var rows = new List<T>();
        while (reader.Read())
            rows.Add(read(reader));
        return rows;
    }
}
