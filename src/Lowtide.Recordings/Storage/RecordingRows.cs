using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>From the tables of an open recording to the vocabulary. Whatever cannot be is an exception; the caller words it.</summary>
internal static class RecordingRows
{
    public static Recording ReadAll(SqliteConnection connection, string path)
    {
        var meta = Rows(connection, "SELECT key, value FROM meta", row => (Key: row.GetString(0), Value: row.GetString(1)))
            .ToDictionary(row => row.Key, row => row.Value);
        var host = meta.TryGetValue("host", out var text) ? JsonSerializer.Deserialize(text, RecordingJson.Default.Host) : null;
        var snapshots = Snapshots(connection);
        if (snapshots.Exists(snapshot => !snapshot.Members.Any()))
            throw new InvalidDataException("a family without a process");
        if (host is null || snapshots.Count == 0)
            throw new RecordingException($"{path} holds no snapshot: its recorder ended before the first one was taken");
        var samples = Samples(connection);
        var missing = Rows(connection, "SELECT code, what, why, mend FROM could_not_read",
            row => new Unreadable(row.GetString(0), row.GetString(1), row.GetString(2), row.IsDBNull(3) ? null : row.GetString(3)));
        var closed = meta.ContainsKey("closed");
        if (!closed)
            missing.Add(NotClosed(snapshots, samples));
        return new Recording(host, snapshots, samples, missing, Picture(connection), closed)
        {
            SystemSamples = SystemSamples(connection),
            Faults = Faults(connection),
            DotNet = DotNet(connection),
        };
    }

    /// <summary>Every verb shows what could not be read, so nobody takes the start of a recording for its end.</summary>
    private static Unreadable NotClosed(List<FamilySnapshot> snapshots, List<Sample> samples) => new(
        "recording.end",
        "the end of the recording",
        string.Create(CultureInfo.InvariantCulture,
            $"its recorder was killed, or is still at work; it began at {snapshots[0].At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, "
            + $"the last sample is of {(samples.Count == 0 ? 0 : samples[^1].Seconds):0} s after that")
        + (snapshots.Count == 1 ? ", and what became of each page is known for the start only" : ""),
        null);

    private static List<FamilySnapshot> Snapshots(SqliteConnection connection)
    {
        var traces = Traces(connection);
        var census = Rows(connection, "SELECT snapshot, pid, evidence, start, end, purpose, path, pages FROM census ORDER BY start", row => (
                Key: (row.GetInt64(0), row.GetInt32(1)),
                Evidence: (CensusEvidence)row.GetInt32(2),
                Region: RegionOf(row, traces.GetValueOrDefault((row.GetInt64(0), row.GetInt32(1), row.GetInt64(3))))))
            .ToLookup(row => row.Key);
        return Rows(connection, "SELECT id, body FROM snapshots ORDER BY id", row => (Id: row.GetInt64(0), Body: row.GetString(1)))
            .Select(row => (row.Id, Snapshot: JsonSerializer.Deserialize(row.Body, RecordingJson.Default.FamilySnapshot)
                ?? throw new InvalidDataException("an empty snapshot")))
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

    private static Dictionary<(long Snapshot, int Pid, long Start), CopyTrace[]> Traces(SqliteConnection connection) =>
        Rows(connection, "SELECT snapshot, pid, start, traces FROM copy_traces", row => (
                Key: (row.GetInt64(0), row.GetInt32(1), row.GetInt64(2)),
                Traces: MemoryMarshal.Cast<byte, CopyTrace>(row.GetFieldValue<byte[]>(3)).ToArray()))
            .ToDictionary(row => row.Key, row => row.Traces);

    private static RegionCensus RegionOf(SqliteDataReader row, CopyTrace[]? traces)
    {
        var region = new Region(
            (ulong)row.GetInt64(3), (ulong)row.GetInt64(4), (RegionPurpose)row.GetInt32(5), row.IsDBNull(6) ? null : row.GetString(6));
        var pages = MemoryMarshal.Cast<byte, PageState>(row.GetFieldValue<byte[]>(7)).ToArray();
        return region.End >= region.Start && pages.Length == region.Pages && (traces?.Length ?? pages.Length) == pages.Length
            ? new RegionCensus(region, pages) { Traces = traces }
            : throw new InvalidDataException("a region with more or fewer pages than it spans");
    }

    private static List<Sample> Samples(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM samples ORDER BY rowid", row => new Sample(
            row.GetDouble(0), row.GetInt32(1), row.GetInt64(2), (Role)row.GetInt32(3),
            new MemoryUse(Bytes(row, 4), Bytes(row, 5), Bytes(row, 6), Bytes(row, 7), Bytes(row, 8)),
            row.IsDBNull(9) ? null : JsonSerializer.Deserialize(row.GetString(9), RecordingJson.Default.IReadOnlyListInt64))
        {
            MinorFaults = Bytes(row, 10),
            MajorFaults = Bytes(row, 11),
            Finalizing = Bytes(row, 12) is { } flag ? flag != 0 : null,
            StackStart = (ulong?)Bytes(row, 13),
            Ruby = row.IsDBNull(14) ? null : JsonSerializer.Deserialize(row.GetString(14), RecordingJson.Default.RubyCounts),
            Heap = row.IsDBNull(15) ? null : JsonSerializer.Deserialize(row.GetString(15), RecordingJson.Default.HeapUse),
            CollectedObjects = Bytes(row, 16),
        });

    private static PageFaults? Faults(SqliteConnection connection)
    {
        var chains = Rows(connection, "SELECT * FROM fault_chains ORDER BY rowid", row => new FaultChain(
            row.GetInt32(0), row.GetString(1), (FaultKind)row.GetInt32(2), Flag(row, 3), Flag(row, 4), row.IsDBNull(5) ? null : row.GetString(5),
            JsonSerializer.Deserialize(row.GetString(6), RecordingJson.Default.IReadOnlyListString) ?? [], row.GetInt64(7)));
        return Rows(connection, "SELECT * FROM faults", row => new PageFaults(
                row.GetDouble(0), row.GetInt32(1), Bytes(row, 2), row.GetBoolean(3),
                JsonSerializer.Deserialize(row.GetString(4), RecordingJson.Default.IReadOnlyListFaultingProcess) ?? [], chains))
            .FirstOrDefault();
    }

    private static DotNetTrace? DotNet(SqliteConnection connection)
    {
        var trace = Rows(connection, "SELECT body FROM dotnet", row => JsonSerializer.Deserialize(row.GetString(0), RecordingJson.Default.DotNetTrace))
            .FirstOrDefault();
        if (trace is not null)
            trace = trace with { Collections = Collections(connection), Pauses = Pauses(connection) };
        if (trace is { Waits: not null })
            trace = trace with { Waits = Waits(connection) };
        var pointers = trace is null ? [] : trace.Collections.Select(one => one.Stack)
            .Concat(trace.Allocations?.Select(one => one.Stack) ?? []).Concat(trace.Deaths?.Died.Select(one => one.Stack) ?? []);
        return pointers.All(stack => stack is null || (stack >= 0 && stack < trace!.Stacks.Count))
                && (trace is null || (trace.Collections.All(collection => collection.IsWhole)
                    && trace.Requests?.All(requests => requests.StepSeconds > 0) != false))
            ? trace
            : throw new InvalidDataException("a collection that cannot be, or a call stack that is not there");
    }

    private static List<DotNetCollection> Collections(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM dotnet_collections ORDER BY at", row => new DotNetCollection(
            row.GetInt32(0), row.GetInt32(1), (CollectionKind)row.GetInt32(2), (CollectionReason)row.GetInt32(3),
            row.GetDouble(4), row.GetDouble(5), row.GetDouble(6), row.GetDouble(7), Flag(row, 8), (int?)Bytes(row, 9), (int?)Bytes(row, 10),
            Sizes(row, 11), Sizes(row, 12), Sizes(row, 13), (int?)Bytes(row, 14))
        {
            CommittedBytes = Bytes(row, 15),
        });

    private static IReadOnlyList<long>? Sizes(SqliteDataReader row, int column) =>
        row.IsDBNull(column) ? null : JsonSerializer.Deserialize(row.GetString(column), RecordingJson.Default.IReadOnlyListInt64);

    private static List<DotNetPause> Pauses(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM dotnet_pauses ORDER BY at", row => new DotNetPause(row.GetDouble(0), row.GetDouble(1))
        {
            TellsSurvivors = Flag(row, 2) == true,
        });

    private static List<DotNetWait> Waits(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM dotnet_waits ORDER BY at",
            row => new DotNetWait(row.GetDouble(0), row.GetDouble(1), row.GetInt64(2), row.GetBoolean(3)));

    private static bool? Flag(SqliteDataReader row, int column) => row.IsDBNull(column) ? null : row.GetBoolean(column);

    private static List<SystemSample> SystemSamples(SqliteConnection connection) =>
        Rows(connection, "SELECT * FROM system_samples ORDER BY rowid", row => new SystemSample(
            row.GetDouble(0),
            new HostMemory(Bytes(row, 1), Bytes(row, 2), Bytes(row, 3), Bytes(row, 4), Bytes(row, 5)) { FreeBytes = Bytes(row, 11) },
            row.IsDBNull(6) ? null : new CgroupMemory(row.GetInt32(6), row.GetString(7), Bytes(row, 8), Bytes(row, 9), Bytes(row, 10)))
        {
            DiskBusySeconds = Seconds(row, 12),
            MemoryWaitSeconds = Seconds(row, 13),
            IoWaitSeconds = Seconds(row, 14),
        });

    private static long? Bytes(SqliteDataReader row, int column) => row.IsDBNull(column) ? null : row.GetInt64(column);

    private static double? Seconds(SqliteDataReader row, int column) => row.IsDBNull(column) ? null : row.GetDouble(column);

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
