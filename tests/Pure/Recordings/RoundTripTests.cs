using System.Text.Json;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Reports;
using Lowtide.Reports.Explain;

namespace Lowtide.Tests.Pure.Recordings;

public sealed class RoundTripTests
{
    [Fact]
    public void Every_value_comes_back() => ComesBack(Recorded.Full);

    [Fact]
    public void Every_null_comes_back() => ComesBack(Recorded.Bare);

    /// <summary>A member that is added to a fact and not to the file would be null in every recording, and nothing else would say so.</summary>
    [Fact]
    public void Every_member_of_every_fact_comes_back()
    {
        // Pages and traces are of one length, and have tests of their own; a .NET's stacks point at each other.
        var filled = new Filled().With(new PageSample(7, 3))
            .With(Recorded.Full.Latest.Workers[0].Census! with { Each = 3 }).With(Recorded.Full.DotNet!).With(Recorded.Full.Picture!)
            .With(new HeapPicture("Ruby's slots", "ruby", 40, "u2 f3u1")).With(new RubyPool(40, 1, 2, 3, 4, 5, [.. Enumerable.Range(0, 11)]))
            .With(new ReadSample(1, 2, 0.5, 0.25) { LeastShare = 0.1, MostShare = 0.9 });
        var recording = filled.Of<Recording>();
        ComesBack(recording with
        {
            ClosedCleanly = true,
            // Of a history alone.
            SampledFrom = null,
            Kills = null,
            LoadPeriod = Recorded.Full.LoadPeriod,
            SlowRequest = Recorded.Full.SlowRequest,
            // A keeper serves nothing: nobody asks what became of its pages.
            Snapshots = [.. recording.Snapshots.Select(snapshot => snapshot with { Keeper = snapshot.Keeper! with { Census = null } })],
            // Of memory a sample keeps the sums, not what kind of pages they are of.
            Samples = [.. recording.Samples.Select(sample => sample with { Memory = new MemoryUse(1, 2, 3, 4, 5) })],
        });
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
        JsonSerializer.Serialize(ExplainDocument.Of(Diagnosis.Of(recording)), JsonDocuments.Default.ExplainDocument);

    private static void ComesBack(Recording recording)
    {
        using var written = new Written(recording);
        Assert.Equivalent(recording, RecordingReader.Read(written.FileName), strict: true);
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(written.FileName)!));
    }
}
