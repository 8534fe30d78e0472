using System.Globalization;
using System.Text.Json;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Slow requests of a server that knows itself which of them met a collection.</summary>
public sealed class SlowRequestsTests : IDisposable
{
    private const double Limit = 0.1;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Those_that_met_a_collection_are_told()
    {
        var (recording, truth) = Recorded("collecting");
        var served = Watched(recording, RequestSource.Served);
        var (requests, slow, met) = (Number(truth, "requests"), Number(truth, "slow"), Number(truth, "met"));
        // The runtime has to be asked first, which takes a moment of that time.
        Assert.InRange(served.Requests, 0.95 * requests, 1.01 * requests);
        Assert.InRange(met, 5, slow - 1);

        var told = Explained().GetProperty("dot_net").GetProperty("requests").EnumerateArray().ToList();
        var found = told.Single(one => one.GetProperty("source").GetString() == "served");
        Assert.InRange(found.GetProperty("slow").GetInt32(), slow - 5, slow + 5);
        var held = found.GetProperty("held_up").EnumerateArray().Single(one => one.GetProperty("pause").GetString() == "blocking_gen2");
        Assert.True(held.GetProperty("more_than_chance").GetBoolean());
        // Not fewer than met one; some more came before its queue was gone.
        Assert.InRange(held.GetProperty("requests").GetInt32(), met - 3, slow);

        // The program's own client waits for the same answers.
        Assert.InRange(Watched(recording, RequestSource.Made).Requests, 0.95 * requests, 1.01 * requests);
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms");
        Assert.Contains("requests served in 0.10 s or more", ran.Output, StringComparison.Ordinal);
        Assert.Contains("overlap a blocking collection of generation 2 or the queue behind it", ran.Output, StringComparison.Ordinal);
        Assert.Contains("one every 2 s", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Slow_ones_are_not_laid_at_the_door_of_pauses_that_did_not_come()
    {
        var (recording, truth) = Recorded("quiet");
        Assert.True(Number(truth, "slow") > 2);
        Assert.True(Watched(recording, RequestSource.Served).Requests > 50);
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms");
        Assert.DoesNotContain("dotnet.slow-requests", ran.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("or the queue behind it", ran.Output, StringComparison.Ordinal);
        Assert.Contains("requests served: ", ran.Output, StringComparison.Ordinal);
    }

    private string File => _folder.File("x.lowtide");

    private static RequestTimes Watched(Recording recording, RequestSource source) =>
        Assert.Single(recording.DotNet!.Requests!, requests => requests.Source == source);

    private static int Number(JsonElement truth, string name) => truth.GetProperty(name).GetInt32();

    private JsonElement Explained()
    {
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms", "--json");
        using var document = JsonDocument.Parse(ran.Output);
        return document.RootElement.Clone();
    }

    private (Recording Recording, JsonElement Truth) Recorded(string condition)
    {
        using var target = DotNetTarget.Serving(condition);
        using var recorder = new Recorder(target.Pid, File, "-d", "12s", "--requests");
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        var recording = RecordingReader.Read(File);
        var began = (recording.DotNet!.BeganAt!.Value - DateTimeOffset.UnixEpoch).TotalSeconds;
        return (recording, target.Ask(string.Create(CultureInfo.InvariantCulture, $"{began} {began + recording.DotNet.Seconds} {Limit}")));
    }
}
