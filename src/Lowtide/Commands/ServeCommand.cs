using System.CommandLine;
using System.Globalization;
using System.Net;
using Lowtide.Capture.Watching;
using Lowtide.Launch;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Serve;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide serve</c>: watches all servers of a machine, remembers, and tells Prometheus.</summary>
internal static class ServeCommand
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10), Shortest = TimeSpan.FromSeconds(1), Longest = TimeSpan.FromHours(1);

    public static Command Build()
    {
        var listen = new Option<IPEndPoint?>("--listen")
        {
            Description = $"where to answer; 127.0.0.1:{ServeOptions.Port} without it",
            HelpName = "ADDRESS:PORT",
            CustomParser = result =>
            {
                if (IPEndPoint.TryParse(result.Tokens[^1].Value, out var parsed) && parsed.Port > 0 && IPAddress.IsLoopback(parsed.Address))
                    return parsed;
                result.AddError("--listen takes a loopback address and a port, such as 127.0.0.1:9923: others would hear all in clear");
                return null;
            },
        };
        var every = DurationOption.Build("--interval", "time between two looks; 10s without it");
        var history = new Option<string?>("--history")
        {
            Description = "the folder that keeps what it saw; /var/lib/lowtide without it, or ~/.local/state/lowtide where that is not root's",
            HelpName = "FOLDER",
        };
        var share = new Option<double?>("--cpu-share")
        {
            Description = "the most of one processor's time that reading memory may take; 0.4% without it",
            HelpName = "PERCENT",
            CustomParser = result =>
            {
                if (double.TryParse(result.Tokens[^1].Value.TrimEnd('%'), NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
                    && percent is > 0 and <= 100)
                    return percent / 100;
                result.AddError("--cpu-share takes a part of a processor: 0.4% or 2%");
                return null;
            },
        };
        var verb = new Command("serve", """
            Watch all servers, remember, and tell Prometheus.

            It answers on a loopback address: / is a page with the servers, /metrics what
            Prometheus scrapes, /-/healthy and /-/ready tell a service manager. The page
            asks for the password that is in the history's folder. Ctrl-C ends it.

            Examples:
              sudo lowtide serve
              sudo lowtide serve --listen 127.0.0.1:9000 --interval 30s
              curl 127.0.0.1:9923/metrics
            """) { listen, every, history, share };
        verb.SetAction(parsed =>
        {
            var interval = parsed.GetValue(every) ?? Usual;
            if (interval < Shortest)
                throw Failure.Wrong("--interval is too short: 1s is the shortest that leaves the servers alone");
            if (interval > Longest)
                throw Failure.Wrong("--interval is too long: 1h is the longest");
            if (parsed.GetValue(history) is "")
                throw Failure.Wrong("--history takes a folder");
            var budget = parsed.GetValue(share) is { } part ? WatchBudget.Usual with { Share = part } : WatchBudget.Usual;
            var options = new ServeOptions(
                parsed.GetValue(listen) ?? new IPEndPoint(IPAddress.Loopback, ServeOptions.Port), interval, budget,
                parsed.GetValue(history) ?? ServeOptions.UsualFolder);
            return RunAsync(options, TimeProvider.System).GetAwaiter().GetResult();
        });
        return verb;
    }

    private static async Task<int> RunAsync(ServeOptions options, TimeProvider time)
    {
        using var stop = new StopRequest();
        try
        {
            // Before anything of the history is touched: a damaged one is moved.
            using var alone = OnlyOne(options.Folder);
            using var history = HistoryFile.Open(options.Folder, time);
            if (history.SetAside is { } aside)
                Log($"the history before is kept as {aside}; a new one was begun");
            var token = AccessToken.In(options.Folder);
            var watcher = new Watcher(options, history, time, Log);
            await using var server = await WebServer.StartAsync(options, watcher, token, time, stop.Token);
            Log($"http://{options.Address}/ (password: {token.FileName}), http://{options.Address}/metrics");
            await watcher.RunAsync(stop.Token);
            await server.StopAsync(CancellationToken.None);
            return 0;
        }
        catch (RecordingException failure)
        {
            throw new Failure(failure.Message);
        }
        catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
        {
            return 0;
        }
    }

    /// <summary>Two would mix their workers' places in one history.</summary>
    private static FileStream OnlyOne(string folder)
    {
        FileStream file;
        try
        {
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            file = new FileStream(Path.Combine(folder, "serve.lock"), FileMode.OpenOrCreate, FileAccess.Write);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{folder} cannot be written ({failure.Message.TrimEnd('.')}); name another folder with --history");
        }
        if (FileLock.TryTake(file.SafeFileHandle))
            return file;
        file.Dispose();
        throw new Failure($"another 'lowtide serve' keeps its history in {folder}; name another folder with --history");
    }

    /// <summary>A line for the journal, which adds the time.</summary>
    private static void Log(string line) => Screen.Line(Screen.Shown(line));
}
