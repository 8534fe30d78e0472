using System.Text.Json;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Studies;

/// <summary>studies/puma: a master that loads, workers that share what it loaded, and threads with arenas in each.</summary>
public sealed class PumaTests
{
    private const string Program = "/usr/bin/puma";

    [Fact]
    public async Task ExplainTellsWhatWorkersShareAndTheirThreadsArenas()
    {
        Assert.SkipUnless(File.Exists(Program), "eng/install-packages puma");
        var port = ServerProcess.FreePort();
        await using var server = await ServerProcess.StartAsync(
            _ => [Path.Combine(Built.Root, "studies", "puma", "serve")], [], $"PORT={port}", "WORKERS=2", "THREADS=3");
        using var client = new HttpClient();
        await server.EventuallyAsync(async () => await AnswersAsync(client, port), "it answers");
        var load = Ran.Lowtide("load", "--no-keep-alive", "--rate", "100", "-n", "200", $"http://127.0.0.1:{port}/");
        Assert.True(load.ExitCode == 0, load.Error);

        var ran = Ran.Lowtide("explain", "--json", $"{server.Pid}");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var family = JsonDocument.Parse(ran.Output).RootElement.GetProperty("family");
        var workers = family.GetProperty("workers").EnumerateArray().ToList();
        Assert.Equal(2, workers.Count);
        var arenas = family.GetProperty("allocator").GetProperty("arenas").EnumerateArray().ToList();
        Assert.All(workers, worker => Assert.True(
            arenas.Count(arena => arena.GetProperty("process").GetInt32() == worker.GetInt32()) > 3,
            "an arena for each of three threads, and the main one"));
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    private static async Task<bool> AnswersAsync(HttpClient client, int port)
    {
        try
        {
            return (await client.GetAsync($"http://127.0.0.1:{port}/")).IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false; // not there yet
        }
    }
}
