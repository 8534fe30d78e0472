using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// Writes a recording as it is taken. Everything handed over is committed when the call returns: after a kill -9 the
/// file together with its -wal holds it. Closing leaves the file alone, without -wal.
/// </summary>
public sealed class RecordingWriter : IDisposable
{
    private readonly SqliteConnection _connection;
    private readonly NumberSum _sum = NumberSum.OfWriting();
    private long _snapshots;
    private State _state;
    private bool _holdsLook;

    private RecordingWriter(string? path, SqliteConnection connection) => (FileName, _connection) = (path, connection);

    private enum State
    {
        Open,
        Failed,

        /// <summary>Failed before anything was in it that is worth reading.</summary>
        Empty,
        Closed,
    }

    /// <inheritdoc cref="NewRecordingFile.IsTaken"/>
    public static bool IsTaken(string path) => NewRecordingFile.IsTaken(path);

    /// <inheritdoc cref="NewRecordingFile.Open"/>
    public static RecordingWriter Create(string path, Host host) => new(path, NewRecordingFile.Open(path, host));

    /// <inheritdoc cref="NewRecordingFile.InMemory"/>
    public static RecordingWriter InMemory(Host host) => new(null, NewRecordingFile.InMemory(host));

    /// <summary>As it was named; null of one in memory.</summary>
    public string? FileName { get; }

    /// <summary>What was kept, as the file's reader gives it.</summary>
    /// <exception cref="RecordingException">It cannot be: each part can, and they do not fit together.</exception>
    public Recording Recorded()
    {
        try
        {
            return RecordingRows.ReadAll(_connection, isEndDamaged: false) ?? throw new InvalidOperationException("nothing was kept yet");
        }
        catch (InvalidDataException failure)
        {
            throw Impossible(failure.Message, "nothing of it is shown", failure);
        }
    }

    /// <summary>The file that one in memory would be; it was closed before.</summary>
    public byte[] Bytes()
    {
        var image = raw.sqlite3_serialize(_connection.Handle!, "main", out var length, 0);
        try
        {
            var bytes = new byte[length];
            Marshal.Copy(image, bytes, 0, bytes.Length);
            return bytes;
        }
        finally
        {
            raw.sqlite3_free(image);
        }
    }

    public void Add(FamilySnapshot snapshot)
    {
        Commit(() => Write(snapshot));
        _holdsLook = true;
    }

    private void Write(FamilySnapshot snapshot)
    {
        var id = ++_snapshots;
        SnapshotTables.Snapshots.Add(_connection, _sum, new KeptSnapshot(id, snapshot));
        foreach (var member in snapshot.Members)
            if (member.Census is { } census)
                SnapshotTables.Census.Add(_connection, _sum, [.. KeptRegions.Of(id, member.Process.Pid, census)]);
    }

    public void Add(IReadOnlyList<Sample> samples) => Commit(() => SampleTables.Processes.Add(_connection, _sum, samples));

    public void Add(SystemSample sample) => Commit(() => SampleTables.Systems.Add(_connection, _sum, sample));

    /// <summary>In the place of those kept before: what a longer watch saw contains them.</summary>
    public void Keep(PageFaults faults) => Commit(() =>
    {
        FaultTables.Faults.Clear(_connection, _sum);
        FaultTables.Chains.Clear(_connection, _sum);
        FaultTables.Faults.Add(_connection, _sum, faults);
        FaultTables.Chains.Add(_connection, _sum, faults.Chains);
    });

    /// <summary>In the place of what was kept before; collections, pauses and waits come beside those kept before, which are not to be among them.</summary>
    public void Keep(DotNetTrace trace) => Commit(() =>
    {
        DotNetTables.Traces.Clear(_connection, _sum);
        DotNetTables.Traces.Add(_connection, _sum, trace with { Collections = [], Pauses = [], Waits = trace.Waits is null ? null : [] });
        DotNetTables.Collections.Add(_connection, _sum, trace.Collections);
        DotNetTables.Pauses.Add(_connection, _sum, trace.Pauses);
        DotNetTables.Waits.Add(_connection, _sum, trace.Waits ?? []);
    });

    public void Add(ForkPicture picture) => Commit(() =>
    {
        PictureTables.Pictures.Add(_connection, _sum, picture);
        PictureTables.Regions.Add(_connection, _sum, picture.Regions);
    });

    public void Add(Unreadable unreadable) => Commit(() => FileTables.CouldNotRead.Add(_connection, _sum, unreadable));

    private void Commit(Action write)
    {
        try
        {
            using var transaction = _connection.BeginTransaction();
            write();
            transaction.Commit();
        }
        catch (SqliteException failure)
        {
            _state = _holdsLook ? State.Failed : State.Empty;
            throw Unwritable(failure);
        }
        catch (Exception failure) when (failure is InvalidDataException or JsonException)
        {
            _state = _holdsLook ? State.Failed : State.Empty;
            throw Impossible(
                failure is JsonException ? "a document cannot be read" : failure.Message,
                FileName is null || _state == State.Empty ? "nothing was recorded" : $"{FileName} ends before it, and can be read with its -wal beside it",
                failure);
        }
    }

    private static RecordingException Impossible(string what, string consequence, Exception failure) =>
        new($"processes show what cannot be ({what}): {consequence}", failure);

    private RecordingException Unwritable(SqliteException failure) => new(
        _state == State.Empty
            ? $"{FileName} cannot be written ({failure.Reason()}); nothing was recorded yet, and no file is left: make room, or name one elsewhere with -o"
            : $"{FileName} can no longer be written ({failure.Reason()}); what it holds so far can be read, with its -wal beside it",
        failure);

    /// <summary>What is recorded has no proper end, and will not be marked as if it had.</summary>
    public void Abandon() => _state = State.Failed;

    /// <summary>Nothing was recorded: the file goes.</summary>
    public void Discard()
    {
        _state = State.Empty;
        Dispose();
    }

    /// <exception cref="RecordingException">The disk is full: what was committed stays readable, with the -wal beside it.</exception>
    public void Close()
    {
        if (_state != State.Open)
            return;
        try
        {
            FileTables.Meta.Add(_connection, _sum, (FileTables.Closed, RecordingFormat.Rows(_connection).ToString(CultureInfo.InvariantCulture)));
            _connection.Execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE;");
            _state = State.Closed;
        }
        catch (SqliteException failure)
        {
            _state = State.Failed;
            throw Unwritable(failure);
        }
    }

    public void Dispose()
    {
        try
        {
            Close();
        }
        catch (RecordingException)
        {
            // Whoever wants to know calls Close.
        }
        _connection.Dispose();
        if (_state != State.Empty || FileName is null)
            return;
        NewRecordingFile.Delete(FileName);
        _state = State.Closed; // disposed of once more, it would take the file of whoever has the name by then
    }
}
