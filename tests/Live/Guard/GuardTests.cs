using System.Diagnostics;
using System.Globalization;
using Lowtide.Capture.Serving;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Guard;

/// <summary><c>lowtide guard</c> beside a real uWSGI, of which one worker holds too much.</summary>
public sealed class GuardTests : IDisposable
{
    private const string Uwsgi = "/usr/bin/uwsgi-core";

    private readonly TempFolder _folder = new();
    private readonly int _port = ServerProcess.FreePort();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Without_yes_it_says_whom_and_signals_nobody()
    {
        await using var server = await StartAsync();
        var large = await GrowAsync();
        var before = Workers(server);
        using var guard = new Said(_folder.Path, server.Pid);
        var line = guard.Until("would be recycled");
        Assert.Contains($"(pid {large})", line, StringComparison.Ordinal);
        Assert.Contains("limit 30 MiB", line, StringComparison.Ordinal);
        Assert.Contains("It only says what it would do: --yes lets it send SIGHUP to the worker.", guard.First, StringComparison.Ordinal);
        Assert.Equal(before, Workers(server));
    }

    [Fact]
    public async Task With_yes_it_recycles_that_one_and_learns_before_the_next()
    {
        await using var server = await StartAsync();
        var large = await GrowAsync();
        var others = Workers(server).Where(worker => worker.Pid != large).ToList();
        using (var guard = new Said(_folder.Path, server.Pid, "--yes"))
        {
            Assert.Contains($"(pid {large})", guard.Until("will be asked to end"), StringComparison.Ordinal);
            var line = guard.Until("was recycled");
            Assert.Contains("serves after", line, StringComparison.Ordinal);
            var now = Workers(server);
            Assert.Equal(3, now.Count);
            Assert.Equal(others, now.Where(others.Contains));
            Assert.DoesNotContain(now, worker => worker.Pid == large);

            var next = await GrowAsync();
            guard.Until("is not recycled", "what a fresh worker holds is being learned: one has to live for ");
            Assert.Contains(Workers(server), worker => worker.Pid == next);
        }
        using var past = HistoryReader.Open(_folder.Path, TimeProvider.System);
        var told = past.Events(20).Reverse().ToList();
        var asked = told.First(one => one.Kind == WatchedEventKind.RecycleAsked);
        Assert.Equal((large, "uwsgi"), (asked.Pid, asked.Family[..5]));
        Assert.Contains("limit 30 MiB", asked.Why, StringComparison.Ordinal);
        Assert.Contains(told, one => one.Kind == WatchedEventKind.Recycled && one.Pid == large);
        Assert.DoesNotContain(told, one => one.Kind == WatchedEventKind.WorkerEnded && one.Pid == large);
    }

    /// <summary>One process asks, another would have asked again: what was done stands in the history.</summary>
    [Fact]
    public async Task The_budget_holds_over_a_restart()
    {
        await using var server = await StartAsync();
        await GrowAsync();
        using (var guard = new Said(_folder.Path, server.Pid, "--yes", "--respawn-budget", "1/h"))
            guard.Until("was recycled");
        var next = await GrowAsync();
        using (var guard = new Said(_folder.Path, server.Pid, "--yes", "--respawn-budget", "1/h"))
            guard.Until("is not recycled", "its budget of 1 respawn an hour is used up");
        Assert.Contains(Workers(server), worker => worker.Pid == next);
    }

    /// <summary>By a history of its own it would have a budget of its own.</summary>
    [Fact]
    public async Task A_second_guard_leaves_the_server_to_the_first_until_that_ends()
    {
        await using var server = await StartAsync();
        await GrowAsync();
        using var first = new Said(Path.Combine(_folder.Path, "first"), server.Pid, "--yes", "--respawn-budget", "1/h");
        first.Until("was recycled");
        var next = await GrowAsync();
        // It may have come early enough to see the fresh worker from its start: by such a budget that one has little to live to be learned of.
        using var second = new Said(Path.Combine(_folder.Path, "second"), server.Pid, "--yes", "--respawn-budget", "3600/h");
        second.Until("is not recycled", "another Lowtide guards it");
        Assert.Contains(Workers(server), worker => worker.Pid == next);
        first.End();
        Assert.Contains($"(pid {next})", second.Until("will be asked to end"), StringComparison.Ordinal);
    }

    /// <summary>For --suggest, where nobody knows a limit yet.</summary>
    [Fact]
    public async Task Without_a_limit_it_keeps_what_workers_hold_and_signals_nobody()
    {
        await using var server = await StartAsync();
        await GrowAsync();
        var workers = Workers(server);
        using (var guard = Said.WithoutLimit(_folder.Path, server.Pid))
        {
            Assert.Contains("nobody is signalled", guard.First, StringComparison.Ordinal);
            await server.EventuallyAsync(() => Task.FromResult(workers.All(Kept(server.Pid).Contains)), "what each worker holds is kept");
        }
        Assert.Equal(workers, Workers(server));
        var refused = Ran.Lowtide("guard", $"{server.Pid}", "--yes", "--history", _folder.Path);
        Assert.Equal(2, refused.ExitCode);
    }

    private List<(int Pid, long StartTicks)> Kept(int server)
    {
        var now = DateTimeOffset.UtcNow;
        using var past = HistoryReader.Open(_folder.Path, TimeProvider.System);
        return past.LabelOf(server) is not { } label ? []
            : [.. past.Lives(label, now.AddMinutes(-5), now.AddSeconds(1)).Select(life => (life.Pid, life.StartTicks))];
    }

    [Fact]
    public async Task In_async_mode_it_is_refused()
    {
        await using var server = await StartAsync("--async", "4");
        var ran = Ran.Lowtide("guard", $"{server.Pid}", "--private-limit", "30M", "--history", _folder.Path, "--yes");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("cannot be guarded: it runs in async mode (async), in which a worker that is asked ends in the middle of its requests", ran.Errors,
            StringComparison.Ordinal);
    }

    /// <summary>It has the socket that clients come to, and is no worker.</summary>
    [Fact]
    public Task Beside_a_router_the_only_worker_stays() =>
        MustStayAsync("--http", "--plugin", "http", "--stats", $"127.0.0.1:{ServerProcess.FreePort()}");

    /// <summary>It listens on nothing and waits, as a worker of a queue does.</summary>
    [Fact]
    public Task Beside_a_mule_the_only_worker_stays() => MustStayAsync("--http-socket", "--mule");

    private async Task MustStayAsync(string socket, params string[] options)
    {
        await using var server = await StartAsync(socket, 1, options);
        var workers = Workers(server);
        var large = await GrowAsync();
        using var guard = new Said(_folder.Path, server.Pid, "--yes");
        var line = guard.Until("is not recycled", "nobody else would serve meanwhile");
        Assert.Contains($"(pid {large})", line, StringComparison.Ordinal);
        Assert.Equal(workers, Workers(server));
        Assert.Contains(workers, worker => worker.Pid != large);
    }

    private Task<ServerProcess> StartAsync(params string[] options) => StartAsync("--http-socket", 3, options);

    private async Task<ServerProcess> StartAsync(string socket, int processes, params string[] options)
    {
        Assert.SkipUnless(File.Exists(Uwsgi), "uwsgi-core is not installed");
        var server = await ServerProcess.StartAsync(_ =>
        [
            Uwsgi, "--plugins-dir", "/usr/lib/uwsgi/plugins", "--plugin", "python3", "--master", "--die-on-term", "--need-app", "--disable-logging",
            "--wsgi-file", $"{ServerProcess.Programs}/recycled_wsgi.py", .. options, socket, $"127.0.0.1:{_port}", "--processes", $"{processes}",
        ], [], "HOLDS=1");
        var serving = processes + (socket == "--http" || options.Contains("--mule") ? 1 : 0);
        await server.EventuallyAsync(() => Task.FromResult(Workers(server).Count == serving), "all of its processes wait");
        return server;
    }

    private static IReadOnlyList<(int Pid, long StartTicks)> Workers(ServerProcess server) =>
        [.. ServerNow.Children(server.Pid).Where(worker => Readiness.Of(worker.Pid) == true)];

    /// <returns>The worker that answered: it holds 40 MiB more.</returns>
    private async Task<int> GrowAsync()
    {
        using var client = new HttpClient();
        client.DefaultRequestHeaders.ConnectionClose = true;
        return int.Parse(await client.GetStringAsync(new Uri($"http://127.0.0.1:{_port}/grows/40")), CultureInfo.InvariantCulture);
    }

    /// <summary>A guard that runs, and what it says.</summary>
    private sealed class Said : IDisposable
    {
        private readonly Process _process;

        public Said(string history, int server, params string[] options)
            : this([$"{server}", "--private-limit", "30M", "--quiet-within", "1s", "--history", history, .. options])
        {
        }

        public static Said WithoutLimit(string history, int server) => new([$"{server}", "--history", history]);

        private Said(string[] arguments)
        {
            _process = Process.Start(new ProcessStartInfo("env",
            [
                "--default-signal=INT", Built.Lowtide, "guard", "--interval", "1s", .. arguments,
            ])
            {
                UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            })!;
            First = _process.StandardOutput.ReadLine() ?? _process.StandardError.ReadToEnd();
        }

        public string First { get; }

        /// <summary>The next line that has all of these.</summary>
        public string Until(params string[] words)
        {
            using var end = new CancellationTokenSource(Patience.Limit);
            var before = new List<string>();
            try
            {
                while (_process.StandardOutput.ReadLineAsync(end.Token).AsTask().GetAwaiter().GetResult() is { } line)
                {
                    if (Array.TrueForAll(words, word => line.Contains(word, StringComparison.Ordinal)))
                        return line;
                    before.Add(line);
                }
            }
            catch (OperationCanceledException)
            {
                before.Add("(it goes on)");
                End();
            }
            throw new InvalidOperationException(
                $"'{string.Join("', '", words)}' was not said: {string.Join(" | ", before)} {_process.StandardError.ReadToEnd()}");
        }

        public void Dispose()
        {
            End();
            _process.Dispose();
        }

        public void End()
        {
            if (_process.HasExited)
                return;
            using (Process.Start("kill", ["-INT", $"{_process.Id}"]))
                if (!_process.WaitForExit(Patience.Limit))
                    _process.Kill();
        }
    }
}
