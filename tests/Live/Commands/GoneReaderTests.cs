using System.Diagnostics;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Load;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.Commands;

/// <summary>
/// A verb that works for whoever reads it ends with its reader, also while it waits and writes nothing: 'lowtide faults uwsgi -d 1h | head -1' worked on
/// for nobody. Of ps --watch WatchTests tells.
/// </summary>
public sealed class GoneReaderTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("faults")]
    [InlineData("compare")]
    public async Task What_watches_for_an_hour_ends(string verb)
    {
        using var one = new ToldFamily(workers: 1);
        using var other = new ToldFamily(workers: 1);
        await EndsAsync([verb, $"{one.Pid}", .. verb == "compare" ? [$"{other.Pid}"] : Array.Empty<string>(), "-d", "1h"]);
    }

    [Fact]
    public async Task A_load_of_an_hour_ends()
    {
        using var server = new LoadedServer();
        await EndsAsync(["load", server.Url, "-d", "1h", "--rate", "5"]);
    }

    /// <summary>It waits for what the target's runtime tells.</summary>
    [Fact]
    public async Task A_look_that_listens_for_an_hour_ends()
    {
        using var target = DotNet.DotNetTarget.Start("idle");
        await EndsAsync(["explain", $"{target.Pid}", "--listen", "1h"]);
    }

    /// <summary>A recording is kept for whoever reads the file: it goes on, and is whole.</summary>
    [Fact]
    public async Task A_recording_goes_on_to_its_end()
    {
        using var family = new ToldFamily(workers: 1);
        var file = _folder.File("x.lowtide");
        await EndsAsync(["record", $"{family.Pid}", "-d", "2s", "--interval", "200ms", "-o", file]);
        var recording = RecordingReader.Read(file);
        Assert.Equal((true, 2), (recording.ClosedCleanly, recording.Snapshots.Count));
        Assert.True(recording.Samples[^1].Seconds > 1.5);
    }

    private static async Task EndsAsync(string[] words)
    {
        using var verb = Process.Start(new ProcessStartInfo("env", ["--default-signal=INT,PIPE", Built.Lowtide, .. words])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = verb.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        verb.StandardOutput.Close();
        Patience.ForEnd(verb, TimeSpan.FromSeconds(60));
        Assert.Equal(141, verb.ExitCode);
        Assert.DoesNotContain("a bug", await error);
    }
}
