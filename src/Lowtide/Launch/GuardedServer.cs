using System.Text;

namespace Lowtide.Launch;

/// <summary>
/// A server that a trial started, by the same launcher as <c>lowtide run</c>, under a guard: whatever becomes of
/// Lowtide, nothing of the server stays behind.
/// </summary>
internal sealed class GuardedServer : IAsyncDisposable
{
    public const int SigTerm = 15;

    private static readonly TimeSpan TimeToKill = TimeSpan.FromSeconds(30);

    private readonly GuardProcess _guard;
    private readonly TimeProvider _time;
    private readonly TaskCompletionSource _running = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<ServerEnd> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _gone;

    private GuardedServer(GuardProcess guard, int pid, string logFile, TimeProvider time)
    {
        (_guard, Pid, LogFile, _time) = (guard, pid, logFile, time);
        _gone = Task.Run(FollowAsync);
    }

    /// <summary>The server's process; of a server that daemonises, the one that started it.</summary>
    public int Pid { get; }

    /// <summary>Its standard output and error.</summary>
    public string LogFile { get; }

    /// <summary>How <see cref="Pid"/> ended. Its workers may live on; <see cref="Gone"/> waits for them too.</summary>
    public Task<ServerEnd> Exited => _ended.Task;

    /// <summary>Completes when no process that the server started is left, daemons among them.</summary>
    public Task Gone => _gone;

    /// <summary>
    /// Why nobody guards it any more: set where the guard itself was killed, and then before <see cref="Exited"/> completes. The server did not end
    /// then, it was ended.
    /// </summary>
    public string? Unguarded { get; private set; }

    /// <summary>Returns when the launcher has become the command: from then on <see cref="Pid"/> is the server.</summary>
    /// <param name="own"><see cref="RawProcess.Environment"/> of this process, the front's note among it.</param>
    /// <param name="remedies">Ids, experiments among them; none for a baseline.</param>
    /// <exception cref="Failure">The launcher refused, or the command cannot be run; the message says why.</exception>
    public static async Task<GuardedServer> StartAsync(
        Installation installation,
        EnvironmentBlock own,
        IEnumerable<string> remedies,
        TargetCommand command,
        string logFile,
        TimeProvider? time = null)
    {
        var options = remedies.SelectMany(id => new[] { "--remedy", id });
        string[] launcher = [installation.Guard, logFile, installation.Program, "run", "--experimental", .. options, "--"];
        IReadOnlyList<byte[]> arguments = [.. launcher.Select(Encoding.UTF8.GetBytes), .. command.Words];
        var guard = GuardProcess.Start(installation.Guard, arguments, own);
        if (await guard.ReportAsync() is not { What: "pid", Number: var pid })
        {
            guard.Dispose();
            throw new Failure("the guard of the server ended at once: its reason is on standard error");
        }
        var server = new GuardedServer(guard, pid, logFile, time ?? TimeProvider.System);
        await Task.WhenAny(server._running.Task, server.Exited);
        if (server._running.Task.IsCompleted)
            return server;
        await server.DisposeAsync();
        if (server.Unguarded is { } killed)
            throw new Failure(killed);
        var reason = string.Join(' ', server.LastLogLines(1)).Replace("lowtide: ", "");
        throw new Failure($"the server did not start: {reason} (its log: {logFile})");
    }

    /// <summary>Asks the server to end, waits for all it started to be gone, and kills what the grace leaves.</summary>
    /// <param name="signal">SIGTERM ends most servers; uWSGI without die-on-term reloads on it, and ends on SIGINT.</param>
    /// <exception cref="Failure">Something of it cannot be killed.</exception>
    public async Task<ServerStop> StopAsync(TimeSpan grace, int signal = SigTerm)
    {
        var start = _time.GetTimestamp();
        _guard.Signal(signal);
        var killed = !await GoneWithin(grace);
        var left = killed && Exited.IsCompleted;
        if (killed)
        {
            _guard.KillAll();
            if (!await GoneWithin(TimeToKill))
                throw new Failure($"a process of server {Pid} cannot be killed: find it with 'ps -eo pid,stat,wchan,args'");
        }
        return new(_time.GetElapsedTime(start).TotalSeconds, killed, left);
    }

    /// <summary>The end of the log, oldest line first; what is not UTF-8 shows as U+FFFD.</summary>
    public IReadOnlyList<string> LastLogLines(int count)
    {
        if (!File.Exists(LogFile))
            return [];
        using var log = new FileStream(LogFile, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        log.Seek(-Math.Min(log.Length, 1 << 16), SeekOrigin.End);
        using var reader = new StreamReader(log);
        return [.. reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries).TakeLast(count)];
    }

    /// <summary>Kills what is left, at once.</summary>
    public async ValueTask DisposeAsync()
    {
        _guard.KillAll();
        if (await GoneWithin(TimeToKill))
            _guard.Dispose();
    }

    private async Task FollowAsync()
    {
        while (await _guard.ReportAsync() is { } report)
        {
            if (report.What == "running")
                _running.TrySetResult();
            else
                _ended.TrySetResult(report.What == "exit" ? new(report.Number, null) : new(null, report.Number));
        }
        if (_guard.Reap() is { } signal)
        {
            var ended = await Orphans.EndAsync(TimeToKill, _time);
            Unguarded = $"the guard was killed by signal {signal}, and what it watched over was ended"
                + (ended ? ": was it by hand, or for want of memory ('dmesg' tells)?" : ", but for a process that cannot be killed");
        }
        _ended.TrySetResult(new(null, null));
    }

    private async Task<bool> GoneWithin(TimeSpan time)
    {
        try
        {
            await _gone.WaitAsync(time, _time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }
}

/// <summary>How a server's process ended: one of the two; neither where its guard was killed first.</summary>
internal sealed record ServerEnd(int? ExitCode, int? Signal);

/// <param name="Seconds">From the request until no process of it was left.</param>
/// <param name="Killed">Whether some had to be killed when the grace was over.</param>
/// <param name="LeftBehind">Whether those did not include the server itself, which had ended.</param>
internal sealed record ServerStop(double Seconds, bool Killed, bool LeftBehind);
