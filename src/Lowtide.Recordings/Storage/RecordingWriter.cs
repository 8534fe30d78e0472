using System.Runtime.InteropServices;
using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// Writes a recording as it is taken. Everything handed over is committed when the call returns: after a kill -9 the
/// file together with its -wal holds it. Closing leaves the file alone, without -wal.
/// </summary>
public sealed class RecordingWriter : IDisposable
{
    private readonly SqliteConnection connection;
    private long snapshots;

    private RecordingWriter(SqliteConnection connection) => this.connection = connection;

    /// <exception cref="RecordingException">The file exists, or its folder cannot be written.</exception>
    public static RecordingWriter Create(string path, Host host)
    {
        if (File.Exists(path))
            throw new RecordingException($"{path} exists already; name another file with -o");
        var opened = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        try
        {
            opened.Open();
            opened.Execute($"PRAGMA application_id={RecordingFormat.ApplicationId}; PRAGMA user_version={RecordingFormat.Version};");
            opened.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
            opened.Execute(RecordingFormat.Tables);
            opened.Execute(
                "INSERT INTO meta VALUES('host',$host)", ("$host", JsonSerializer.Serialize(host, RecordingJson.Default.Host)));
            // The main file alone must already be recognisable, whatever happens to the -wal.
            opened.Execute("PRAGMA wal_checkpoint(TRUNCATE)");
            return new RecordingWriter(opened);
        }
        catch (SqliteException failure)
        {
            opened.Dispose();
            throw new RecordingException($"{path} cannot be written ({failure.Message.TrimEnd('.')}); name another file with -o", failure);
        }
    }

    public void Add(FamilySnapshot snapshot) => Commit(() =>
    {
        var id = ++snapshots;
        connection.Execute(
            "INSERT INTO snapshots VALUES($id,$body)",
            ("$id", id),
            ("$body", JsonSerializer.Serialize(snapshot, RecordingJson.Default.FamilySnapshot)));
        foreach (var member in snapshot.Members)
            if (member.Census is { } census)
                foreach (var region in census.Regions)
                    connection.Execute(
                        "INSERT INTO census VALUES($id,$pid,$evidence,$start,$end,$purpose,$path,$pages)",
                        ("$id", id),
                        ("$pid", member.Process.Pid),
                        ("$evidence", (int)census.Evidence),
                        ("$start", (long)region.Region.Start),
                        ("$end", (long)region.Region.End),
                        ("$purpose", (int)region.Region.Purpose),
                        ("$path", region.Region.Path),
                        ("$pages", MemoryMarshal.AsBytes(region.Pages.AsSpan()).ToArray()));
    });

    public void Add(IReadOnlyList<Sample> samples) => Commit(() =>
    {
        foreach (var sample in samples)
            connection.Execute(
                "INSERT INTO samples VALUES($seconds,$pid,$ticks,$role,$rss,$pss,$shared,$private,$swap,$collections)",
                ("$seconds", sample.Seconds),
                ("$pid", sample.Pid),
                ("$ticks", sample.StartTicks),
                ("$role", (int)sample.Role),
                ("$rss", sample.Memory.RssBytes),
                ("$pss", sample.Memory.PssBytes),
                ("$shared", sample.Memory.SharedBytes),
                ("$private", sample.Memory.PrivateBytes),
                ("$swap", sample.Memory.SwapBytes),
                ("$collections", sample.Collections is null
                    ? null
                    : JsonSerializer.Serialize(sample.Collections, RecordingJson.Default.IReadOnlyListInt64)));
    });

    public void Add(ForkPicture picture) => Commit(() =>
    {
        connection.Execute(
            "INSERT INTO picture VALUES($pid,$start,$taken)",
            ("$pid", picture.MasterPid),
            ("$start", picture.MasterStartTicks),
            ("$taken", picture.TakenTicks));
        foreach (var region in picture.Regions)
            connection.Execute(
                "INSERT INTO picture_regions VALUES($start,$hashes)",
                ("$start", (long)region.Start),
                ("$hashes", MemoryMarshal.AsBytes(region.Hashes.AsSpan()).ToArray()));
    });

    public void Add(Unreadable unreadable) => Commit(() => connection.Execute(
        "INSERT INTO could_not_read VALUES($what,$why,$mend)",
        ("$what", unreadable.What),
        ("$why", unreadable.Why),
        ("$mend", unreadable.Mend)));

    private void Commit(Action write)
    {
        try
        {
            using var transaction = connection.BeginTransaction();
            write();
            transaction.Commit();
        }
        catch (SqliteException failure)
        {
            throw new RecordingException($"{connection.DataSource} can no longer be written ({failure.Message.TrimEnd('.')})", failure);
        }
    }

    public void Dispose()
    {
        try
        {
            connection.Execute("INSERT INTO meta VALUES('closed','1')");
            connection.Execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE;");
        }
        catch (SqliteException)
        {
            // A full disk: what was committed stays readable with the -wal beside it.
        }
        connection.Dispose();
    }
}
