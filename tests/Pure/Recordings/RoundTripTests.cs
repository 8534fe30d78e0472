using System.Text.Json;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Reports;

namespace Lowtide.Tests.Pure.Recordings;

public sealed class RoundTripTests
{
    [Fact]
    public void Every_value_comes_back() => ComesBack(Recorded.Full);

    [Fact]
    public void Every_null_comes_back() => ComesBack(Recorded.Bare);

    /// <summary>As Lowtide wrote them before it sampled the machine.</summary>
    [Fact]
    public void A_file_without_samples_of_the_machine_has_none()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE system_samples");
        Assert.Equivalent(Recorded.Full with { SystemSamples = [] }, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>As Lowtide wrote them before it watched page faults.</summary>
    [Fact]
    public void A_file_without_a_place_for_faults_has_none()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE faults; DROP TABLE fault_chains");
        Assert.Equivalent(Recorded.Full with { Faults = null }, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>As Lowtide wrote them before it listened to .NET.</summary>
    [Fact]
    public void A_file_without_a_place_for_collections_has_none()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE dotnet");
        Assert.Equivalent(Recorded.Full with { DotNet = null }, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>As Lowtide wrote them in format 1: all of it in one row.</summary>
    [Fact]
    public void Collections_of_the_first_format_come_back()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE dotnet_collections; DROP TABLE dotnet_pauses; DROP TABLE dotnet_waits; PRAGMA user_version = 1");
        written.Run("""
            UPDATE dotnet SET body = json_set(body,
                '$.collections', json('[{"number":1,"generation":2,"kind":1,"reason":4,"at":1,"seconds":0.5,"pause_seconds":0.25,"suspend_seconds":0.1,
                    "compacting":true,"heaps":2,"memory_load_percent":90,"before":[1,2,3,4,5],"after":[1,0,0,0,0],
                    "promoted_bytes":[9223372036854775807,0,0,0,0],"stack":0,"committed_bytes":9223372036854775807},
                    {"number":2,"generation":0,"kind":2,"reason":1,"at":2,"seconds":0,"pause_seconds":0,"suspend_seconds":0,
                    "compacting":null,"heaps":null,"memory_load_percent":null,"before":null,"after":null,"promoted_bytes":null,"stack":null}]'),
                '$.pauses', json('[{"at":1,"seconds":0.25,"tells_survivors":true}]'),
                '$.waits', json('[{"at":1,"seconds":0.5,"thread":9223372036854775807}]'))
            """);
        Assert.Equivalent(Recorded.Full, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>As a recorder keeps them: those since the last time, of which a background collection may have begun before others that are there.</summary>
    [Fact]
    public void Collections_kept_bit_by_bit_come_back_in_order()
    {
        var (early, late) = (Recorded.Full.DotNet!.Collections[0], Recorded.Full.DotNet.Collections[1]);
        DotNetTrace With(double seconds, params DotNetCollection[] collections) => Recorded.Full.DotNet! with
        {
            Seconds = seconds,
            Collections = collections,
            Pauses = [.. collections.Select(collection => new DotNetPause(collection.At, 0.5))],
            Waits = [.. collections.Select(collection => new DotNetWait(collection.At, 0.5, 1))],
        };
        using var written = new Written(Recorded.Full with { DotNet = With(3, late) }, then: [With(4, early), With(5)]);
        Assert.Equivalent(With(5, early, late), RecordingReader.Read(written.FileName).DotNet, strict: true);
    }

    /// <summary>As Lowtide wrote them in format 2: waits with what is of all the time.</summary>
    [Fact]
    public void Waits_of_the_second_format_come_back()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE dotnet_waits; PRAGMA user_version = 2");
        written.Run("""
            UPDATE dotnet SET body = json_set(body, '$.waits', json('[{"at":1,"seconds":0.5,"thread":9223372036854775807}]'))
            """);
        Assert.Equivalent(Recorded.Full, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>Told that there were none is another thing than not told.</summary>
    [Fact]
    public void No_waits_are_not_unknown_ones()
    {
        DotNetTrace With(IReadOnlyList<DotNetWait>? waits) => Recorded.Full.DotNet! with { Waits = waits };
        using var none = new Written(Recorded.Full with { DotNet = With([]) });
        Assert.Empty(RecordingReader.Read(none.FileName).DotNet!.Waits!);
        using var unknown = new Written(Recorded.Full with { DotNet = With(null) });
        Assert.Null(RecordingReader.Read(unknown.FileName).DotNet!.Waits);
    }

    [Fact]
    public void A_stack_that_is_not_there_is_damage()
    {
        using var written = new Written(Recorded.Full with { DotNet = Recorded.Full.DotNet! with { Stacks = [] } });
        Assert.Throws<RecordingException>(() => RecordingReader.Read(written.FileName));
    }

    /// <summary>As Lowtide wrote them before it recorded reloads.</summary>
    [Fact]
    public void A_file_without_the_later_columns_has_null_there()
    {
        using var written = new Written(Recorded.Full);
        foreach (var column in new[] { "minor_faults", "major_faults", "finalizing", "stack_start", "ruby", "heap" })
            written.Run($"ALTER TABLE samples DROP COLUMN {column}");
        foreach (var column in new[] { "free_bytes", "disk_busy_seconds", "memory_wait_seconds", "io_wait_seconds" })
            written.Run($"ALTER TABLE system_samples DROP COLUMN {column}");
        var earlier = Recorded.Full with
        {
            Samples = [.. Recorded.Full.Samples.Select(sample => new Sample(
                sample.Seconds, sample.Pid, sample.StartTicks, sample.Role, sample.Memory, sample.Collections))],
            SystemSamples = [.. Recorded.Full.SystemSamples.Select(sample => new SystemSample(
                sample.Seconds, sample.Host with { FreeBytes = null }, sample.Cgroup))],
        };
        Assert.Equivalent(earlier, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>As Lowtide wrote them when samples had GC.stat only.</summary>
    [Fact]
    public void A_file_without_slots_by_size_has_none()
    {
        using var written = new Written(Recorded.Full);
        written.Run("UPDATE samples SET ruby = json_remove(ruby, '$.pools')");
        var earlier = Recorded.Full with
        {
            Samples = [.. Recorded.Full.Samples.Select(sample => sample with { Ruby = sample.Ruby is { } ruby ? ruby with { Pools = [] } : null })],
        };
        Assert.Equivalent(earlier, RecordingReader.Read(written.FileName), strict: true);
    }

    /// <summary>From before kits noted more than what they switched on: the generated reader of JSON may put null there (dotnet/runtime#84484).</summary>
    [Fact]
    public void A_file_with_fewer_notes_of_a_kit_is_explained()
    {
        var noted = Recorded.Full.Latest with { Master = Recorded.Full.Latest.Master! with { Notes = new KitNotes(["cpython.gc-freeze"], []) } };
        using var written = new Written(Recorded.Full with { Snapshots = [noted] });
        foreach (var member in new[] { "refused", "pauses", "cycles", "trims", "settings" })
            written.Run($"UPDATE snapshots SET body = json_remove(body, '$.master.notes.{member}')");
        var read = RecordingReader.Read(written.FileName);
        Assert.NotNull(read.Latest.Master!.Notes);
        Assert.NotNull(Lowtide.Reports.Explanation.Of(read));
    }

    /// <summary>As Lowtide wrote them before it kept what copied each page: the sums by cause are there, the pages are untold.</summary>
    [Fact]
    public void A_file_without_traces_has_none()
    {
        using var written = new Written(Recorded.Full);
        written.Run("DROP TABLE copy_traces");
        var read = RecordingReader.Read(written.FileName);
        Assert.All(read.Snapshots.SelectMany(snapshot => snapshot.Workers), worker => Assert.All(worker.Census!.Regions, region => Assert.Null(region.Traces)));
        Assert.Equal(Explained(Recorded.Full), Explained(read));
    }

    [Fact]
    public void A_file_that_was_not_closed_says_so()
    {
        using var written = new Written(Recorded.Full with { Snapshots = [Recorded.Snapshot(0)] }, close: false);
        var read = RecordingReader.Read(written.FileName);
        Assert.False(read.ClosedCleanly);
        Assert.Equal(Recorded.Full.CouldNotRead, read.CouldNotRead.SkipLast(1));
        Assert.Equal(
            "its recorder was killed, or is still at work; it began at 2025-08-11 10:00:00 UTC, the last sample is of 2 s after that, "
            + "and what became of each page is known for the start only",
            read.CouldNotRead[^1].Why);
    }

    /// <summary>Promise 4: analysis sees no difference between the live target and its recording.</summary>
    [Fact]
    public void It_is_explained_as_the_original_is()
    {
        foreach (var recording in new[] { Recorded.Full, Recorded.Bare })
        {
            using var written = new Written(recording);
            Assert.Equal(Explained(recording), Explained(RecordingReader.Read(written.FileName)));
        }
    }

    /// <summary>It is written while the server runs, by root: nobody else may read what the hashes give away.</summary>
    [Fact]
    public void It_is_its_owners_only()
    {
        using var written = new Written(Recorded.Bare);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(written.FileName));
    }

    private static string Explained(Recording recording) =>
        JsonSerializer.Serialize(ExplainDocument.Of(Explanation.Of(recording)), JsonDocuments.Default.ExplainDocument);

    private static void ComesBack(Recording recording)
    {
        using var written = new Written(recording);
        Assert.Equivalent(recording, RecordingReader.Read(written.FileName), strict: true);
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(written.FileName)!));
    }
}
