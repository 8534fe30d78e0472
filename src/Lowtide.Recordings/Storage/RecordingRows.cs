using System.Globalization;
using System.Text.Json;
using Lowtide.Recordings.Storage.Tables;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.Storage;

/// <summary>From the tables of an open recording to the vocabulary. Whatever cannot be is an exception; the caller words it.</summary>
internal static class RecordingRows
{
    public static Recording ReadAll(SqliteConnection connection, string path)
    {
        var meta = FileTables.Meta.All(connection).ToDictionary(row => row.Key, row => row.Value);
        var host = meta.TryGetValue(FileTables.Host, out var text) ? JsonSerializer.Deserialize(text, RecordingJson.Default.Host) : null;
        var snapshots = Snapshots(connection);
        if (snapshots.Exists(snapshot => !snapshot.Members.Any()))
            throw new InvalidDataException("a family without a process");
        if (host is null || snapshots.Count == 0)
            throw new RecordingException($"{path} holds no snapshot: its recorder ended before the first one was taken");
        var samples = SampleTables.Processes.All(connection);
        var missing = FileTables.CouldNotRead.All(connection);
        var closed = meta.ContainsKey(FileTables.Closed);
        if (!closed)
            missing.Add(NotClosed(snapshots, samples));
        return new Recording(host, snapshots, samples, missing, Picture(connection), closed)
        {
            SystemSamples = SampleTables.Systems.All(connection),
            Faults = Faults(connection),
            DotNet = DotNet(connection),
        };
    }

    /// <summary>Every verb shows what could not be read, so nobody takes the start of a recording for its end.</summary>
    private static Unreadable NotClosed(List<FamilySnapshot> snapshots, List<Sample> samples) => new(
        Unreadable.End,
        "the end of the recording",
        string.Create(CultureInfo.InvariantCulture,
            $"its recorder was killed, or is still at work; it began at {snapshots[0].At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, "
            + $"the last sample is of {(samples.Count == 0 ? 0 : samples[^1].Seconds):0} s after that")
        + (snapshots.Count == 1 ? ", and what became of each page is known for the start only" : ""),
        null);

    private static List<FamilySnapshot> Snapshots(SqliteConnection connection)
    {
        var traces = SnapshotTables.CopyTraces.All(connection).ToDictionary(row => (row.Snapshot, row.Pid, row.Start), row => row.Traces);
        var census = SnapshotTables.Census.All(connection).ToLookup(row => (row.Snapshot, row.Pid));
        return SnapshotTables.Snapshots.All(connection).ConvertAll(row => row.Snapshot with
        {
            Master = row.Snapshot.Master is { } master ? WithCensus(row.Id, master) : null,
            Workers = [.. row.Snapshot.Workers.Select(worker => WithCensus(row.Id, worker))],
        });

        Member WithCensus(long snapshot, Member member)
        {
            var regions = census[(snapshot, member.Process.Pid)].ToList();
            return regions.Count == 0 ? member : member with
            {
                Census = new PageCensus(regions[0].Evidence,
                    [.. regions.Select(row => RegionOf(row, traces.GetValueOrDefault((row.Snapshot, row.Pid, row.Region.Start))))]),
            };
        }
    }

    private static RegionCensus RegionOf(KeptRegion row, CopyTrace[]? traces)
    {
        var region = row.Region;
        return region.End >= region.Start && row.Pages.Length == region.Pages && (traces?.Length ?? row.Pages.Length) == row.Pages.Length
            ? new RegionCensus(region, row.Pages) { Traces = traces }
            : throw new InvalidDataException("a region with more or fewer pages than it spans");
    }

    private static PageFaults? Faults(SqliteConnection connection) =>
        FaultTables.Faults.All(connection).FirstOrDefault() is { } faults ? faults with { Chains = FaultTables.Chains.All(connection) } : null;

    private static DotNetTrace? DotNet(SqliteConnection connection)
    {
        if (DotNetTables.Traces.All(connection).FirstOrDefault() is not { } kept)
            return null;
        var trace = kept with
        {
            Collections = DotNetTables.Collections.All(connection),
            Pauses = DotNetTables.Pauses.All(connection),
            Waits = kept.Waits is null ? null : DotNetTables.Waits.All(connection),
        };
        var pointers = trace.Collections.Select(one => one.Stack)
            .Concat(trace.Allocations?.Select(one => one.Stack) ?? []).Concat(trace.Deaths?.Died.Select(one => one.Stack) ?? []);
        return pointers.All(stack => stack is null || (stack >= 0 && stack < trace.Stacks.Count))
                && trace.Collections.All(collection => collection.IsWhole) && trace.Requests?.All(requests => requests.StepSeconds > 0) != false
            ? trace
            : throw new InvalidDataException("a collection that cannot be, or a call stack that is not there");
    }

    private static ForkPicture? Picture(SqliteConnection connection) =>
        PictureTables.Pictures.All(connection).FirstOrDefault() is { } picture
            ? picture with { Regions = PictureTables.Regions.All(connection) } : null;
}
