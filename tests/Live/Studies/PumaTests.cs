using System.Text.Json;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Studies;

/// <summary>studies/puma: a master that loads, workers that share what it loaded, and threads with arenas in each.</summary>
public sealed class PumaTests
{
    private const string Program = "/usr/bin/puma";

    [Fact]
    public async Task Explain_tells_what_workers_share_and_their_threads_arenas()
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
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var family = root.GetProperty("family");
        var workers = family.GetProperty("workers").EnumerateArray().ToList();
        Assert.Equal(2, workers.Count);
        var arenas = family.GetProperty("allocator").GetProperty("arenas").EnumerateArray().ToList();
        Assert.All(workers, worker => Assert.True(
            arenas.Count(arena => arena.GetProperty("process").GetInt32() == worker.GetInt32()) > 3,
            "an arena for each of three threads, and the main one"));
        // What the master has loaded stands on pages with free slots, and workers fill them.
        var copied = root.Finding("ruby.heap-copied");
        var copies = family.GetProperty("ruby").EnumerateArray().Select(ruby => ruby.GetProperty("heap").GetProperty("copied_bytes"))
            .Where(bytes => bytes.ValueKind == JsonValueKind.Number).Sum(bytes => bytes.GetInt64());
        Assert.Equal(copies, copied.GetProperty("bytes").GetInt64());
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    /// <summary>By a thread of the master and of each worker, which fork has left without.</summary>
    [Fact]
    public async Task Malloc_is_trimmed_in_an_idle_moment_of_each_process()
    {
        Assert.SkipUnless(File.Exists(Program), "eng/install-packages puma");
        var port = ServerProcess.FreePort();
        await using var server = await ServerProcess.StartAsync(
            _ => [Path.Combine(Built.Root, "studies", "puma", "serve")], ["malloc.trim-idle"],
            $"PORT={port}", "WORKERS=2", "THREADS=3", "LOWTIDE_TRIM_IDLE_MIB=2");
        using var client = new HttpClient();
        await server.EventuallyAsync(async () => await AnswersAsync(client, port), "it answers");
        var load = Ran.Lowtide("load", "--no-keep-alive", "--rate", "100", "-n", "300", $"http://127.0.0.1:{port}/");
        Assert.True(load.ExitCode == 0, load.Error);

        await server.EventuallyAsync(() => Task.FromResult(Trimmed(server.Pid) == 3), "the master and both workers have trimmed");
        Assert.True(RemediesInEffect.TookEffect(new TrimIdle(), Family(server.Pid)));
        Assert.True(await AnswersAsync(client, port));
        Assert.Equal(0, (await server.StopAsync()).ExitCode);
    }

    /// <summary>How many of the family's processes have noted a trim of their own.</summary>
    private static int Trimmed(int pid) =>
        Family(pid).Members.Count(member => member.Notes?.Trims.Any(trim => trim.ProcessId == member.Process.Pid) == true);

    private static FamilySnapshot Family(int pid) => FamilyCapture.Take(
        FamilyLookup.Find($"{pid}"), new CaptureOptions(Census: false), TimeProvider.System, TestContext.Current.CancellationToken)!.Snapshot;

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
