using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>What a runtime told, in words.</summary>
public sealed class DotNetWordsTests
{
    [Theory]
    [InlineData(100, "collections: 0; all threads")]
    [InlineData(100.3, "collections: 0; all threads")]
    [InlineData(130, "collections: 0 in 1.7 min that were listened to; all threads")]
    public void The_length_is_said_where_the_recording_s_is_another(double recorded, string said)
    {
        var start = DateTimeOffset.UnixEpoch;
        var time = new RecordedTime(start, start.AddSeconds(recorded), recorded, 100, 0, 0, "6.1", 2, HasLastLook: true);

        Assert.StartsWith(said, DotNetWords.Of(Trace(), time).First(), StringComparison.Ordinal);
    }

    /// <summary>What only the recording does to the program is not held against it.</summary>
    [Fact]
    public void Stops_in_which_survivors_are_told_are_said_apart()
    {
        var trace = Trace(Collection(1, 2, 1, pause: 4)) with { Deaths = new DotNetDeaths([], null, 7, 0, 0, 0) };
        trace = trace with { Pauses = [.. trace.Pauses, new DotNetPause(50, 3) { TellsSurvivors = true }] };
        Assert.Equal(
            [
                "collections: 1 in 1.7 min; all threads stood still once, for 4.00 s in all, 4% of the time",
                "7 sampled objects were followed, which lengthens pauses and stopped all threads once more, for 3.00 s that are counted nowhere here; "
                    + "no collection of generation 2 told which were dead",
            ],
            DotNetWords.Of(trace, recorded: null).Where(line => line.Contains("threads", StringComparison.Ordinal)));
        Assert.Null(Found(new TimeInCollections(), trace));
        Assert.Equal(0.04, CounterAlert.All(Recording(trace)).Single(alert => alert.Counter == "pause_share").LastDay!.Value, 6);
    }

    /// <summary>The table has generations; what they leave out is said beside it.</summary>
    [Fact]
    public void The_heap_is_said_with_its_large_objects()
    {
        var trace = Trace(Collection(1, 0, 1), Collection(2, 2, 2) with { After = [10 * MiB, 20 * MiB, 300 * MiB, 40 * MiB, MiB], CommittedBytes = 500 * MiB });
        Assert.Contains(
            "the collector's heap after the last collection: 500 MiB from the system; generation 0 has 10 MiB, 1 has 20 MiB, 2 has 300 MiB; "
                + "large objects 40 MiB, pinned ones 1.0 MiB, with free space",
            DotNetWords.Of(trace, recorded: null));
        Assert.Equal(
            "large objects are beside generation 2 and collected with it: 0.4 KiB before, of which 0.1 KiB survived, and 40 MiB after, "
                + "with free space (means)",
            DotNetWords.Large(trace));
        Assert.Null(DotNetWords.Large(Trace(Collection(1, 0, 1))));
        Assert.DoesNotContain(DotNetWords.Of(Trace(), recorded: null), line => line.StartsWith("the collector's heap", StringComparison.Ordinal));
    }
}
