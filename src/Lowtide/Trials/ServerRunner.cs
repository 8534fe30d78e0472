using Lowtide.Capture.Families;
using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Trials;

/// <summary>One start of the real server: through the launcher of <c>run</c>, under a guard.</summary>
/// <param name="folder">For the logs of servers and loads.</param>
internal sealed class ServerRunner(TrialPlan plan, string folder, Host host, TimeProvider time) : IServerRunner
{
    private const int WarmRequests = 40, WarmConnections = 8;

    private static readonly TimeSpan TimeToTell = TimeSpan.FromSeconds(1);

    private readonly EnvironmentBlock _own = RawProcess.Environment();
    private readonly MemorySweep _sweep = new(time);
    private double? _rate = plan.Rate;
    private int _starts;
    private Arm? _last;

    /// <summary>Told where each run stands.</summary>
    public IRunObserver? Observer { get; set; }

    public async Task<MeasuredRun> RunAsync(Arm arm, int block, CancellationToken cancellation)
    {
        using var readiness = new Readiness(plan.Ready, plan.ReadyTimeout, time);
        if (!await readiness.IsFreeAsync(cancellation))
            throw InUse();
        _last = arm;
        var files = Path.Combine(folder, $"{++_starts:00}-pair-{block + 1}-{arm.Name}");
        // All that is started is below this process, and so is the work that is measured.
        var before = HostCounters.Read(Environment.ProcessId, Environment.ProcessId, time);
        var started = time.GetTimestamp();
        Observer?.Reaches(RunPhase.Starting);
        var curve = new MemoryCurve(time) { Taken = point => Observer?.Holds(point) };
        await using var server = await GuardedServer.StartAsync(
            Installation.Current, ArmLaunch.Environment(arm, _own), arm.Remedies, ArmLaunch.Command(arm, plan.Command), $"{files}.log", time);
        var ready = await readiness.WaitAsync(server, started, cancellation);
        var served = await WatchedAsync(ServeAsync(server, readiness, files, cancellation), until => curve.TakeAsync(server.Pid, until));
        var activity = HostCounters.Read(Environment.ProcessId, server.Pid, time).Since(before) with { MemorySweepSeconds = served.SweepSeconds };
        var load = LoadReport.Parse(served.Output, plan.SlowSeconds);
        MustHaveServed(load);
        Observer?.Reaches(RunPhase.Looking);
        var recording = Look(server, cancellation);
        Observer?.Reaches(RunPhase.Stopping);
        var stop = await server.StopAsync(plan.StopGrace, plan.StopSignal).WaitAsync(cancellation);
        return new MeasuredRun(recording, load, ready, stop.Seconds, stop.Killed, stop.LeftBehind, activity, served.Memory);
    }

    /// <summary>The rate that {rate} stands for in this and all later loads, found on one start of the baseline, which is no
    /// run of the trial.</summary>
    /// <returns>Requests a second.</returns>
    /// <exception cref="Failure">It did not start, get ready or serve, or holds no rate.</exception>
    public async Task<double> FindRateAsync(CancellationToken cancellation)
    {
        using var readiness = new Readiness(plan.Ready, plan.ReadyTimeout, time);
        if (!await readiness.IsFreeAsync(cancellation))
            throw InUse();
        _last = Arm.Baseline;
        var files = Path.Combine(folder, "00-rate");
        var started = time.GetTimestamp();
        await using var server =
            await GuardedServer.StartAsync(Installation.Current, _own, [], plan.Command, $"{files}.log", time);
        await readiness.WaitAsync(server, started, cancellation);
        await readiness.WarmAsync(WarmRequests, WarmConnections, cancellation);
        var load = new ShellLoad(plan.Ready, plan.LoadTimeout, _own, time);
        var rate = await load.FindRateAsync(plan.Load, $"{files}.load", server.Gone, cancellation);
        await server.StopAsync(plan.StopGrace, plan.StopSignal).WaitAsync(cancellation);
        _rate = rate;
        return rate;
    }

    /// <summary>A guard ends all that a server starts, so that only another's process can hold on to its port.</summary>
    private Failure InUse() => _last is null
        ? new Failure($"port {plan.Ready.Port} of {plan.Ready.Host} is in use already: stop what listens there, or use another port")
        : new TrialStopped($"port {plan.Ready.Port} of {plan.Ready.Host} is in use after a run of {_last.Name}, though all that it started has "
            + $"ended: {_last.Name} leaks its port to a process outside, or another took it ('ss -ltnp' as root names it)");

    /// <summary>How fast the machine's memory is meanwhile, and how the family's goes.</summary>
    private async Task<(string Output, double? SweepSeconds, IReadOnlyList<MemoryPoint> Memory)> WatchedAsync(
        Task<string> load, Func<CancellationToken, Task<IReadOnlyList<MemoryPoint>>> sample)
    {
        using var until = new CancellationTokenSource();
        var (sweeping, sampling) = (_sweep.MeasureAsync(until.Token), sample(until.Token));
        try
        {
            await load;
        }
        finally
        {
            await until.CancelAsync();
            await Task.WhenAll(sweeping, sampling);
        }
        return (await load, await sweeping, await sampling);
    }

    /// <summary>Warms and loads it; a load fails in many ways when its server dies, and that is then the reason to tell.</summary>
    private async Task<string> ServeAsync(
        GuardedServer server, Readiness readiness, string files, CancellationToken cancellation)
    {
        var load = new ShellLoad(plan.Ready, plan.LoadTimeout, _own, time) { SlowSeconds = plan.SlowSeconds, Rate = _rate };
        try
        {
            Observer?.Reaches(RunPhase.Warming);
            if (plan.Warm is null)
                await readiness.WarmAsync(WarmRequests, WarmConnections, cancellation);
            else
                await load.RunAsync("--warm", plan.Warm, $"{files}.warm", server.Gone, cancellation);
            Observer?.Reaches(RunPhase.Loading);
            var output = await load.RunAsync("--load", plan.Load, $"{files}.load", server.Gone, cancellation);
            return server.Exited.IsCompleted ? throw EndedUnderLoad(server) : output;
        }
        catch (Failure)
        {
            // The load notices a server that dies sooner than its guard can tell of it.
            await Task.WhenAny(server.Exited, Task.Delay(TimeToTell, time, cancellation));
            if (server.Exited.IsCompleted)
                throw EndedUnderLoad(server);
            throw;
        }
    }

    private void MustHaveServed(LoadReport load)
    {
        if (load.Requests == 0)
            throw new Failure($"the load got no answer from {plan.Ready}: {plan.Load}");
        if (load.Errors > 0)
            throw new Failure($"{load.Errors} of {load.Requests + (load.Unanswered ?? 0)} requests of the load ended in an error "
                + "(status 400 or more, or no answer)");
    }

    private Recording Look(GuardedServer server, CancellationToken cancellation)
    {
        var family = ServedFamily.Of(server.Pid, FamilyLookup.All()) ?? throw EndedUnderLoad(server);
        var capture = FamilyCapture.Take(family, new CaptureOptions(Census: true), time, cancellation)
            ?? throw EndedUnderLoad(server);
        return new Recording(host, [capture.Snapshot], [], capture.CouldNotRead);
    }

    private static Failure EndedUnderLoad(GuardedServer server) =>
        new($"the server ended{ServerWords.End(server)} under the load{ServerWords.Last(server)}");
}
