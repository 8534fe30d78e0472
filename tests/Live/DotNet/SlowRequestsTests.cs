using System.Text.Json;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Slow requests of a server that knows itself which of them met a collection.</summary>
public sealed class SlowRequestsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Those_that_met_a_collection_are_told()
    {
        var (recording, truth) = Recorded("collecting");
        truth.MustAgree(recording.DotNet!, RequestSource.Served);
        Assert.InRange(truth.Met, 5, truth.Slow - 1);

        var told = Explained().GetProperty("dot_net").GetProperty("requests").EnumerateArray().ToList();
        var found = told.Single(one => one.GetProperty("source").GetString() == "served");
        Assert.InRange(found.GetProperty("slow").GetInt32(), truth.Slow - 5, truth.MaybeSlow + 5);
        var held = found.GetProperty("held_up").EnumerateArray().Single(one => one.GetProperty("pause").GetString() == "blocking_gen2");
        Assert.True(held.GetProperty("more_than_chance").GetBoolean());
        // Not fewer than met one; some more came before its queue was gone.
        Assert.InRange(held.GetProperty("requests").GetInt32(), truth.Met - 3, truth.MaybeSlow + 5);

        // The program's own client waits for the same answers.
        truth.MustAgree(recording.DotNet!, RequestSource.Made);
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms", "--details");
        Assert.Contains("requests served in 0.10 s or more", ran.Output, StringComparison.Ordinal);
        Assert.Contains("overlap a blocking collection of generation 2 or the queue behind it", ran.Output, StringComparison.Ordinal);
        Assert.Contains("one every 2 s", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Slow_ones_are_not_laid_at_the_door_of_pauses_that_did_not_come()
    {
        var (recording, truth) = Recorded("quiet");
        Assert.True(truth.Slow > 2);
        Assert.True(truth.Requests > 50);
        truth.MustAgree(recording.DotNet!, RequestSource.Served);
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms", "--details");
        Assert.DoesNotContain("dotnet.slow-requests", ran.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("or the queue behind it", ran.Output, StringComparison.Ordinal);
        Assert.Contains("requests served: ", ran.Output, StringComparison.Ordinal);
    }

    /// <summary>The runtime is not asked for requests: a log has them, by the clock and from before and after the recording too.</summary>
    [Fact]
    public void Those_of_a_log_are_put_beside_its_pauses()
    {
        var (recording, truth) = Recorded("collecting", "-d", "12s");
        Assert.Null(recording.DotNet!.Requests);
        Assert.InRange(truth.Met, 5, truth.Slow - 1);

        var explained = Explained("--access-log", Log);
        var found = Assert.Single(explained.GetProperty("dot_net").GetProperty("requests").EnumerateArray());
        Assert.Equal("logged", found.GetProperty("source").GetString());
        // Those under way as it ended count too; the truth's do not.
        Assert.InRange(found.GetProperty("slow").GetInt32(), truth.Slow - 5, truth.MaybeSlow + 15);
        var held = found.GetProperty("held_up").EnumerateArray().Single(one => one.GetProperty("pause").GetString() == "blocking_gen2");
        Assert.True(held.GetProperty("more_than_chance").GetBoolean());
        Assert.InRange(held.GetProperty("requests").GetInt32(), truth.Met - 3, truth.MaybeSlow + 15);
        Assert.DoesNotContain("access log met", explained.GetProperty("could_not_read").GetRawText(), StringComparison.Ordinal); // nobody set the clock

        var ran = Ran.Lowtide("explain", File, "--slow", "100ms", "--access-log", Log, "--details");
        Assert.Contains("requests of the access log in 0.10 s or more", ran.Output, StringComparison.Ordinal);
        Assert.Contains("one every 2 s", ran.Output, StringComparison.Ordinal);
    }

    private string File => _folder.File("x.lowtide");

    /// <summary>What the target knows of its requests, as a web server would write it.</summary>
    private string Log => _folder.File("access.log");

    private JsonElement Explained(params string[] more)
    {
        var ran = Ran.Lowtide(["explain", File, "--slow", "100ms", "--json", .. more]);
        using var document = JsonDocument.Parse(ran.Output);
        return document.RootElement.Clone();
    }

    private (Recording Recording, RequestTruth Truth) Recorded(string condition) => Recorded(condition, "-d", "12s", "--requests");

    private (Recording Recording, RequestTruth Truth) Recorded(string condition, params string[] options)
    {
        using var target = DotNetTarget.Serving(condition);
        using var recorder = new Recorder(target.Pid, File, options);
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        var recording = RecordingReader.Read(File);
        Assert.True(target.Ask($"log {Log}").GetProperty("requests").GetInt32() > 0);
        return (recording, RequestTruth.Of(target, recording.DotNet!));
    }
}
