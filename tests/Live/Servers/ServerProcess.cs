using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json;
using Lowtide.Launch;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Servers;

/// <summary>A real server, started as a trial starts one: by <c>lowtide run</c> under a guard, in a folder of its own.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    public const string Python = "/usr/bin/python3";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly TempFolder _folder;
    private readonly GuardedServer _server;

    private ServerProcess(GuardedServer server, TempFolder folder) => (_server, _folder) = (server, folder);

    public int Pid => _server.Pid;

    /// <summary>For what it keeps, such as a queue.</summary>
    public string Folder => _folder.Path;

    /// <summary>Whether servers rename themselves here.</summary>
    public static bool HasTitles => Directory.Exists("/usr/lib/python3/dist-packages/setproctitle");

    /// <summary>The variable with which they do not.</summary>
    public static string Untitled => $"PYTHONPATH={Programs}/untitled";

    public static string Programs => Target.Path("servers");

    /// <param name="command">Given the server's folder.</param>
    /// <param name="variables">NAME=VALUE; {folder} in them stands for the server's.</param>
    public static async Task<ServerProcess> StartAsync(Func<string, string[]> command, string[] remedies, params string[] variables)
    {
        var folder = new TempFolder();
        string[] entries =
        [
            .. variables.Select(variable => variable.Replace("{folder}", folder.Path, StringComparison.Ordinal)),
            "PATH=/usr/bin:/bin", $"HOME={folder.Path}", "PYTHONDONTWRITEBYTECODE=1", "LOWTIDE_CALLER=1024:0:0",
        ];
        var server = await GuardedServer.StartAsync(
            Built.Installation, EnvironmentBlock.Of(entries), remedies, TargetCommand.Of(command(folder.Path)), folder.File("log"));
        return new ServerProcess(server, folder);
    }

    /// <summary>Asks by HTTP until so many workers have answered; one that collects lets the others take the next request.</summary>
    /// <param name="within">Only these count; none: all do.</param>
    public async Task<IReadOnlyList<Worker>> AskAsync(int port, int workers, Predicate<Worker>? within = null)
    {
        using var client = new HttpClient(new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.Zero }) { Timeout = Patience };
        var said = new Dictionary<int, Worker>();
        await EventuallyAsync(async () =>
        {
            foreach (var worker in await Task.WhenAll(Enumerable.Range(0, 2 * workers).Select(_ => AnswerAsync(client, port))))
                if (worker is not null && within?.Invoke(worker) != false)
                    said[worker.Pid] = worker;
            return said.Count >= workers;
        }, $"{workers} workers have answered");
        return [.. said.Values.OrderBy(worker => worker.Pid)];
    }

    /// <summary>Until it holds; the log is in the message where it does not.</summary>
    public async Task EventuallyAsync(Func<Task<bool>> holds, string what)
    {
        using var end = new CancellationTokenSource(Patience);
        while (!await holds())
        {
            Assert.False(end.IsCancellationRequested || _server.Exited.IsCompleted, $"waited in vain until {what}; the server's last words:\n"
                + string.Join('\n', _server.LastLogLines(8)));
            await Task.Delay(20);
        }
    }

    /// <summary>Asks it to stop. Nothing had to be killed, and it ended by itself.</summary>
    public async Task<ServerEnd> StopAsync()
    {
        var stop = await _server.StopAsync(Patience);
        Assert.False(stop.Killed, $"it did not stop within {Patience}; its last words:\n{string.Join('\n', _server.LastLogLines(8))}");
        return await _server.Exited;
    }

    public IReadOnlyList<string> Log => _server.LastLogLines(1000);

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _folder.Dispose();
    }

    /// <summary>One that nobody has now.</summary>
    public static int FreePort()
    {
        while (true)
        {
            using var listener = new TcpListener(IPAddress.Loopback, Random.Shared.Next(20_000, 32_000));
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException)
            {
                // Taken: the next.
            }
        }
    }

    private static async Task<Worker?> AnswerAsync(HttpClient client, int port)
    {
        try
        {
            return (await client.GetFromJsonAsync<JsonElement>($"http://127.0.0.1:{port}/")) is var said ? Worker.Of(said) : null;
        }
        catch (HttpRequestException)
        {
            return null; // not there yet, or a worker that just ended
        }
    }
}

/// <summary>What a worker says of itself; see targets/servers/heap.py.</summary>
/// <param name="LoadedBy">The process that built what it holds.</param>
/// <param name="CopiedBytes">What ceased to be shared while it collected once.</param>
internal sealed record Worker(int Pid, int Parent, int LoadedBy, long CopiedBytes, IReadOnlyList<int> Threshold)
{
    public static Worker Of(JsonElement said) => new(
        said.GetProperty("pid").GetInt32(),
        said.GetProperty("parent").GetInt32(),
        said.GetProperty("loaded_by").GetInt32(),
        said.GetProperty("copied_bytes").GetInt64(),
        [.. said.GetProperty("threshold").EnumerateArray().Select(value => value.GetInt32())]);

    public static IReadOnlyList<Worker> All(JsonElement said) => [.. said.EnumerateArray().Select(Of).OrderBy(worker => worker.Pid)];
}
