using System.Globalization;
using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>From the tables of an open recording to the vocabulary. Whatever cannot be is an exception; the caller words it.</summary>
internal sealed class RecordingRows(SqliteConnection connection, bool isEndDamaged)
{
    private readonly NumberSum _sum = NumberSum.OfReading();

    /// <param name="isEndDamaged">There was more, which could not be read.</param>
    /// <returns>Null where no look at the family is in it.</returns>
    /// <exception cref="InvalidDataException">It is not what was written; the message says what of it.</exception>
    public static Recording? ReadAll(SqliteConnection connection, bool isEndDamaged) => new RecordingRows(connection, isEndDamaged).Read();

    private Recording? Read()
    {
        var meta = FileTables.Meta.All(connection, _sum).ToDictionary(row => row.Key, row => row.Value);
        if (!meta.TryGetValue(FileTables.Host, out var text))
            throw new InvalidDataException("it does not say of which machine it is");
        var host = _sum.Document<Host>(text, FileTables.Host, ref _sum.Of(FileTables.Host, 1)[0]);
        if (meta.TryGetValue(FileTables.Closed, out var rows)
            && rows != string.Create(CultureInfo.InvariantCulture, $"{RecordingFormat.Rows(connection) - 1}"))
            throw new InvalidDataException("it has not as many rows as when it was closed");
        var snapshots = Snapshots();
        if (snapshots.Exists(snapshot => !snapshot.Members.Any()))
            throw new InvalidDataException("a family has no process");
        if (snapshots.Exists(snapshot => snapshot.Members.Any(member => member.Heaps?.All(heap => heap.IsWhole) == false)))
            throw new InvalidDataException("a heap's cells are more than there can be, or without a count");
        if (snapshots.Count == 0)
            return null;
        var samples = SampleTables.Processes.All(connection, _sum);
        var missing = FileTables.CouldNotRead.All(connection, _sum);
        var closed = meta.ContainsKey(FileTables.Closed);
        if (!closed)
            missing.Add(NotClosed(snapshots, samples));
        return new Recording(host, snapshots, samples, missing, Picture(), closed)
        {
            SystemSamples = SampleTables.Systems.All(connection, _sum),
            Faults = Faults(),
            DotNet = DotNet(),
        };
    }

    /// <summary>Every verb shows what could not be read, so nobody takes the start of a recording for its end.</summary>
    private Unreadable NotClosed(List<FamilySnapshot> snapshots, List<Sample> samples) => new(
        Unreadable.End,
        "the end of the recording",
        string.Create(CultureInfo.InvariantCulture,
            $"{(isEndDamaged ? "its -wal is damaged there" : "its recorder was killed, or is still at work")}; "
            + $"it began at {snapshots[0].At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, "
            + $"the last sample is of {(samples.Count == 0 ? 0 : samples[^1].Seconds):0} s after that")
        + (snapshots.Count == 1 ? ", and what became of each page is known for the start only" : ""),
        null);

    private List<FamilySnapshot> Snapshots()
    {
        var census = SnapshotTables.Census.All(connection, _sum).ToLookup(row => (row.Snapshot, row.Pid));
        return SnapshotTables.Snapshots.All(connection, _sum).ConvertAll(row => row.Snapshot with
        {
            Master = row.Snapshot.Master is { } master ? WithCensus(row, master) : null,
            Workers = [.. row.Snapshot.Workers.Select(worker => WithCensus(row, worker))],
        });

        Member WithCensus(KeptSnapshot snapshot, Member member)
        {
            var kinds = census[(snapshot.Id, member.Process.Pid)].ToList();
            return kinds.Count == 0 ? member : member with
            {
                Census = new PageCensus(kinds[0].Evidence, [.. kinds.SelectMany(kind => kind.Regions()).OrderBy(region => region.Region.Start)])
                {
                    Each = snapshot.Snapshot.Sample?.Each ?? 1,
                },
            };
        }
    }

    private PageFaults? Faults() =>
        FaultTables.Faults.All(connection, _sum).FirstOrDefault() is { } faults ? faults with { Chains = FaultTables.Chains.All(connection, _sum) } : null;

    private DotNetTrace? DotNet()
    {
        if (DotNetTables.Traces.All(connection, _sum).FirstOrDefault() is not { } kept)
            return null;
        var trace = kept with
        {
            Collections = DotNetTables.Collections.All(connection, _sum),
            Pauses = DotNetTables.Pauses.All(connection, _sum),
            Waits = kept.Waits is null ? null : DotNetTables.Waits.All(connection, _sum),
        };
        var pointers = trace.Collections.Select(one => one.Stack)
            .Concat(trace.Allocations?.Select(one => one.Stack) ?? []).Concat(trace.Deaths?.Died.Select(one => one.Stack) ?? []);
        return pointers.All(stack => stack is null || (stack >= 0 && stack < trace.Stacks.Count))
                && trace.Collections.All(collection => collection.IsWhole) && trace.Requests?.All(requests => requests.StepSeconds > 0) != false
            ? trace
            : throw new InvalidDataException("a collection cannot be, or a call stack is not there");
    }

    private ForkPicture? Picture() =>
        PictureTables.Pictures.All(connection, _sum).FirstOrDefault() is { } picture
            ? picture with { Regions = PictureTables.Regions.All(connection, _sum) } : null;
}
