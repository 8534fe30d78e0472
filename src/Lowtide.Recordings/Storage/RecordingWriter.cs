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
    private readonly SqliteConnection _connection;
    private long _snapshots;
    private State _state;

    private RecordingWriter(SqliteConnection connection) => _connection = connection;

    private enum State
    {
        Open,
        Failed,
        Closed,
    }

    /// <inheritdoc cref="NewRecordingFile.IsTaken"/>
    public static bool IsTaken(string path) => NewRecordingFile.IsTaken(path);

    /// <inheritdoc cref="NewRecordingFile.Open"/>
    public static RecordingWriter Create(string path, Host host) => new(NewRecordingFile.Open(path, host));

    public void Add(FamilySnapshot snapshot) => Commit(() =>
    {
        var id = ++_snapshots;
        _connection.Execute(
            "INSERT INTO snapshots VALUES($id,$body)",
            ("$id", id),
            ("$body", JsonSerializer.Serialize(snapshot, RecordingJson.Default.FamilySnapshot)));
        foreach (var member in snapshot.Members)
            if (member.Census is { } census)
                foreach (var region in census.Regions)
                {
                    _connection.Execute(
                        "INSERT INTO census VALUES($id,$pid,$evidence,$start,$end,$purpose,$path,$pages)",
                        ("$id", id),
                        ("$pid", member.Process.Pid),
                        ("$evidence", (int)census.Evidence),
                        ("$start", (long)region.Region.Start),
                        ("$end", (long)region.Region.End),
                        ("$purpose", (int)region.Region.Purpose),
                        ("$path", region.Region.Path),
                        ("$pages", MemoryMarshal.AsBytes(region.Pages.AsSpan()).ToArray()));
                    if (region.Traces is { } traces)
                        _connection.Execute(
                            "INSERT INTO copy_traces VALUES($id,$pid,$start,$traces)",
                            ("$id", id),
                            ("$pid", member.Process.Pid),
                            ("$start", (long)region.Region.Start),
                            ("$traces", MemoryMarshal.AsBytes(traces.AsSpan()).ToArray()));
                }
    });

    public void Add(IReadOnlyList<Sample> samples) => Commit(() =>
    {
        foreach (var sample in samples)
            _connection.Execute(
                "INSERT INTO samples VALUES($seconds,$pid,$ticks,$role,$rss,$pss,$shared,$private,$swap,$collections,"
                    + "$minor,$major,$finalizing,$stack,$ruby,$heap,$collected)",
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
                    : JsonSerializer.Serialize(sample.Collections, RecordingJson.Default.IReadOnlyListInt64)),
                ("$minor", sample.MinorFaults),
                ("$major", sample.MajorFaults),
                ("$finalizing", sample.Finalizing),
                ("$stack", (long?)sample.StackStart),
                ("$ruby", sample.Ruby is null ? null : JsonSerializer.Serialize(sample.Ruby, RecordingJson.Default.RubyCounts)),
                ("$heap", sample.Heap is null ? null : JsonSerializer.Serialize(sample.Heap, RecordingJson.Default.HeapUse)),
                ("$collected", sample.CollectedObjects));
    });

    public void Add(SystemSample sample) => Commit(() => _connection.Execute(
        "INSERT INTO system_samples VALUES($seconds,$total,$available,$cached,$swap,$free,$version,$path,$limit,$used,$working,"
            + "$unused,$disk,$memory,$io)",
        ("$seconds", sample.Seconds),
        ("$total", sample.Host.TotalBytes),
        ("$available", sample.Host.AvailableBytes),
        ("$cached", sample.Host.CachedBytes),
        ("$swap", sample.Host.SwapTotalBytes),
        ("$free", sample.Host.SwapFreeBytes),
        ("$version", sample.Cgroup?.Version),
        ("$path", sample.Cgroup?.Path),
        ("$limit", sample.Cgroup?.LimitBytes),
        ("$used", sample.Cgroup?.UsedBytes),
        ("$working", sample.Cgroup?.WorkingSetBytes),
        ("$unused", sample.Host.FreeBytes),
        ("$disk", sample.DiskBusySeconds),
        ("$memory", sample.MemoryWaitSeconds),
        ("$io", sample.IoWaitSeconds)));

    /// <summary>In the place of those kept before: what a longer watch saw contains them.</summary>
    public void Keep(PageFaults faults) => Commit(() =>
    {
        _connection.Execute("DELETE FROM faults; DELETE FROM fault_chains");
        _connection.Execute(
            "INSERT INTO faults VALUES($seconds,$every,$lost,$kernel,$processes)",
            ("$seconds", faults.Seconds),
            ("$every", faults.Every),
            ("$lost", faults.LostFaults),
            ("$kernel", faults.InKernel),
            ("$processes", JsonSerializer.Serialize(faults.Processes, RecordingJson.Default.IReadOnlyListFaultingProcess)));
        foreach (var chain in faults.Chains)
            _connection.Execute(
                "INSERT INTO fault_chains VALUES($pid,$thread,$kind,$collector,$exit,$file,$frames,$faults)",
                ("$pid", chain.Pid),
                ("$thread", chain.Thread),
                ("$kind", (int)chain.Kind),
                ("$collector", chain.ByCollector),
                ("$exit", chain.AtExit),
                ("$file", chain.File),
                ("$frames", JsonSerializer.Serialize(chain.Frames, RecordingJson.Default.IReadOnlyListString)),
                ("$faults", chain.Faults));
    });

    /// <summary>In the place of what was kept before; collections, pauses and waits come beside those kept before, which are not to be among them.</summary>
    public void Keep(DotNetTrace trace) => Commit(() =>
    {
        _connection.Execute("DELETE FROM dotnet");
        _connection.Execute(
            "INSERT INTO dotnet VALUES($body)",
            ("$body", JsonSerializer.Serialize(
                trace with { Collections = [], Pauses = [], Waits = trace.Waits is null ? null : [] }, RecordingJson.Default.DotNetTrace)));
        foreach (var collection in trace.Collections)
            _connection.Execute(
                "INSERT INTO dotnet_collections VALUES($number,$generation,$kind,$reason,$at,$seconds,$pause,$suspend,$compacting,"
                    + "$heaps,$load,$before,$after,$promoted,$stack,$committed)",
                ("$number", collection.Number),
                ("$generation", collection.Generation),
                ("$kind", (int)collection.Kind),
                ("$reason", (int)collection.Reason),
                ("$at", collection.At),
                ("$seconds", collection.Seconds),
                ("$pause", collection.PauseSeconds),
                ("$suspend", collection.SuspendSeconds),
                ("$compacting", collection.Compacting),
                ("$heaps", collection.Heaps),
                ("$load", collection.MemoryLoadPercent),
                ("$before", List(collection.Before)),
                ("$after", List(collection.After)),
                ("$promoted", List(collection.PromotedBytes)),
                ("$stack", collection.Stack),
                ("$committed", collection.CommittedBytes));
        foreach (var pause in trace.Pauses)
            _connection.Execute(
                "INSERT INTO dotnet_pauses VALUES($at,$seconds,$telling)",
                ("$at", pause.At), ("$seconds", pause.Seconds), ("$telling", pause.TellsSurvivors));
        foreach (var wait in trace.Waits ?? [])
            _connection.Execute(
                "INSERT INTO dotnet_waits VALUES($at,$seconds,$thread,$large)",
                ("$at", wait.At), ("$seconds", wait.Seconds), ("$thread", wait.Thread), ("$large", wait.ForLarge));
    });

    private static string? List(IReadOnlyList<long>? sizes) =>
        sizes is null ? null : JsonSerializer.Serialize(sizes, RecordingJson.Default.IReadOnlyListInt64);

    public void Add(ForkPicture picture) => Commit(() =>
    {
        _connection.Execute(
            "INSERT INTO picture VALUES($pid,$start,$taken,$stack)",
            ("$pid", picture.MasterPid),
            ("$start", picture.MasterStartTicks),
            ("$taken", picture.TakenTicks),
            ("$stack", (long)picture.MasterStackStart));
        foreach (var region in picture.Regions)
            _connection.Execute(
                "INSERT INTO picture_regions VALUES($start,$hashes)",
                ("$start", (long)region.Start),
                ("$hashes", MemoryMarshal.AsBytes(region.Hashes.AsSpan()).ToArray()));
    });

    public void Add(Unreadable unreadable) => Commit(() => _connection.Execute(
        "INSERT INTO could_not_read VALUES($code,$what,$why,$mend)",
        ("$code", unreadable.Code),
        ("$what", unreadable.What),
        ("$why", unreadable.Why),
        ("$mend", unreadable.Mend)));

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
            _state = State.Failed;
            throw Unwritable(failure);
        }
    }

    private RecordingException Unwritable(SqliteException failure) => new(
        $"{_connection.DataSource} can no longer be written ({failure.Reason()}); what it holds so far can be read", failure);

    /// <summary>What is recorded has no proper end, and will not be marked as if it had.</summary>
    public void Abandon() => _state = State.Failed;

    /// <summary>Nothing was recorded: the file goes.</summary>
    public void Discard()
    {
        Abandon();
        _connection.Dispose();
        NewRecordingFile.Delete(_connection.DataSource);
    }

    /// <exception cref="RecordingException">The disk is full: what was committed stays readable, with the -wal beside it.</exception>
    public void Close()
    {
        if (_state != State.Open)
            return;
        try
        {
            _connection.Execute("INSERT INTO meta VALUES('closed','1')");
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
    }
}
