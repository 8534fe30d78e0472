using Lowtide.Capture.Families;
using Lowtide.Capture.Machine;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Runs;

/// <summary>One start of the real server: through the launcher of <c>run</c>, under a guard.</summary>
/// <param name="folder">For the logs of servers and loads.</param>
internal sealed class ServerRunner(TrialPlan plan, string folder, Host host, TimeProvider time) : IServerRunner
{
    private static readonly TimeSpan TimeToTell = TimeSpan.FromSeconds(1);

    private readonly EnvironmentBlock _own = RawProcess.Environment();
    private readonly MemorySweep _sweep = new(time);
    private double? _rate = plan.Rate;
    private int _starts;
    private Arm? _last;

    /// <summary>Told where each run stands.</summary>
    public IRunObserver? Observer { get; set; }

    public Task<MeasuredRun> RunAsync(Arm arm, int block, CancellationToken cancellation) =>
        StartedAsync(arm, $"{++_starts:00}-pair-{block + 1}-{arm.Name}", async start =>
        {
            var curve = new MemoryCurve(time) { Taken = point => Observer?.Holds(point) };
            var (served, recording, beside) = await WatchedAsync(until => curve.TakeAsync(start.Server.Pid, until), async () =>
            {
                var loaded = await SweptAsync(ServeAsync(start, curve, cancellation));
                MustHaveServed(loaded.Report);
                Observer?.Reaches(RunPhase.Looking);
                var (recording, beside) = Look(start.Server, cancellation);
                Observer?.Reaches(RunPhase.Settling);
                await curve.SettleAsync(plan.Settle, cancellation);
                return (loaded, recording, beside);
            });
            if (start.Server.Exited.IsCompleted)
                throw EndedAfterLoad(start.Server);
            var reload = await ReloadAsync(start, cancellation);
            Observer?.Reaches(RunPhase.Stopping);
            var stop = await start.Server.StopAsync(plan.StopGrace, plan.StopSignal).WaitAsync(cancellation);
            return new MeasuredRun(
                recording, served.Report, start.ReadySeconds, stop.Seconds, stop.Killed, stop.LeftBehind, served.Activity, curve.Points)
            {
                Steady = SteadyMemory.Of(curve.Points, served.From, served.To),
                Beside = beside,
                Processors = served.Processors,
                Pauses = served.Pauses,
                NoPauses = served.NoPauses,
                Heard = served.Heard,
                ReloadSeconds = reload,
            };
        }, cancellation);

    /// <summary>The rate that {rate} stands for in this and all later loads, found on one start of the baseline, which is no
    /// run of the trial.</summary>
    /// <returns>Requests a second.</returns>
    /// <exception cref="Failure">It did not start, get ready or serve, or holds no rate.</exception>
    public Task<double> FindRateAsync(CancellationToken cancellation) => StartedAsync(Arm.Baseline, "00-rate", async start =>
    {
        var load = new ShellLoad(plan.Ready.Url, plan.LoadTimeout, _own, time);
        var rate = await UnderLoadAsync(start.Server, async () =>
        {
            await start.Readiness.WarmAsync(cancellation);
            return await load.FindRateAsync(plan.Load, $"{start.Files}.load", start.Server.Gone, cancellation);
        }, cancellation);
        await start.Server.StopAsync(plan.StopGrace, plan.StopSignal).WaitAsync(cancellation);
        _rate = rate;
        return rate;
    }, cancellation);

    /// <param name="name">That the names of its files begin with.</param>
    /// <param name="use">What is done with the server once it is ready; whatever it leaves running is killed.</param>
    private async Task<T> StartedAsync<T>(Arm arm, string name, Func<Start, Task<T>> use, CancellationToken cancellation)
    {
        using var readiness = Readiness.Of(plan, time);
        if (!await readiness.IsFreeAsync(cancellation))
            throw new TrialStopped(readiness.InUse(_last));
        _last = arm;
        var files = Path.Combine(folder, name);
        // All that is started is below this process, and so is the work that is measured.
        var before = HostCounters.Read(Environment.ProcessId, Environment.ProcessId, time);
        var started = time.GetTimestamp();
        Observer?.Reaches(RunPhase.Starting);
        await using var server = await GuardedServer.StartAsync(
            Installation.Current, ArmLaunch.Environment(arm, _own), arm.Remedies, ArmLaunch.Command(arm, plan.Command), $"{files}.log", time);
        using var processors = ProcessorCounters.Open(server.Pid);
        try
        {
            var ready = await readiness.WaitAsync(server, started, cancellation);
            var used = await use(new Start(server, readiness, files, before, processors, ready));
            return server.Unguarded is { } late ? throw new Failure(late) : used;
        }
        catch (Failure) when (server.Unguarded is { } early)
        {
            throw new Failure(early); // whatever it looked like from elsewhere
        }
    }

    /// <summary>How fast the machine's memory is while it is loaded.</summary>
    private async Task<Loaded> SweptAsync(Task<Loaded> load)
    {
        var seconds = (double?)null;
        var loaded = await WatchedAsync(async until => seconds = await _sweep.MeasureAsync(until), () => load);
        return loaded with { Activity = loaded.Activity with { MemorySweepSeconds = seconds } };
    }

    /// <param name="watch">Goes on until what is watched is done.</param>
    private static async Task<T> WatchedAsync<T>(Func<CancellationToken, Task> watch, Func<Task<T>> watched)
    {
        using var until = new CancellationTokenSource();
        var watching = watch(until.Token);
        try
        {
            return await watched();
        }
        finally
        {
            await until.CancelAsync();
            await watching;
        }
    }

    /// <summary>Warms and loads it.</summary>
    /// <param name="clock">Of the memory that is watched meanwhile.</param>
    private Task<Loaded> ServeAsync(Start start, MemoryCurve clock, CancellationToken cancellation)
    {
        var load = new ShellLoad(plan.Ready.Url, plan.LoadTimeout, _own, time) { SlowSeconds = plan.SlowSeconds, Rate = _rate };
        return UnderLoadAsync(start.Server, async () =>
        {
            Observer?.Reaches(RunPhase.Warming);
            if (plan.Warm is null)
                await start.Readiness.WarmAsync(cancellation);
            else
                await load.RunAsync("--warm", plan.Warm, $"{start.Files}.warm", start.Server.Gone, cancellation);
            Observer?.Reaches(RunPhase.Loading);
            using var listening = await PauseWatch.StartAsync(start.Server.Pid, time, cancellation);
            var (before, from) = (start.Processors.Read(), clock.Elapsed);
            var output = await load.RunAsync("--load", plan.Load, $"{start.Files}.load", start.Server.Gone, cancellation);
            var (processors, to) = (start.Processors.Read().Since(before), clock.Elapsed);
            var activity = HostCounters.Read(Environment.ProcessId, start.Server.Pid, time).Since(start.Before);
            var pauses = await listening.EndAsync(cancellation);
            return new Loaded(LoadReport.Of(output, plan.SlowSeconds), from, to, processors, activity)
            {
                Pauses = pauses,
                NoPauses = listening.Why,
                Heard = listening.Heard,
            };
        }, cancellation);
    }

    /// <summary>A load fails in many ways when its server dies, and that is then the reason to tell.</summary>
    private async Task<T> UnderLoadAsync<T>(GuardedServer server, Func<Task<T>> load, CancellationToken cancellation)
    {
        try
        {
            var output = await load();
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

    private async Task<double?> ReloadAsync(Start start, CancellationToken cancellation)
    {
        if (plan.ReloadSignal is not { } signal)
            return null;
        Observer?.Reaches(RunPhase.Reloading);
        return await new ServerReload(plan, time).RunAsync(start.Server, start.Readiness, signal, cancellation);
    }

    private void MustHaveServed(LoadReport load)
    {
        if (load.SearchedRate)
            throw new Failure("'lowtide load' found a rate by itself in this run, and would find another for each arm: give it one with --rate, "
                + "or begin --load with 'lowtide load --rate {rate}' to have it found once");
        if (load.Requests == 0)
            throw new Failure($"the load got no answer: {plan.Load}");
        if (load.Errors > 0)
            throw new Failure($"{load.Errors} of {load.Requests + (load.Unanswered ?? 0)} requests of the load ended in an error "
                + "(status 400 or more, or no answer)");
    }

    private (Recording Served, BesideServed Beside) Look(GuardedServer server, CancellationToken cancellation)
    {
        var all = FamilyLookup.All();
        var family = ServedFamily.Of(server.Pid, all) ?? throw EndedUnderLoad(server);
        var capture = FamilyCapture.Take(family, new CaptureOptions(Census: true, Own: true), time, cancellation)
            ?? throw EndedUnderLoad(server);
        return (new Recording(host, [capture.Snapshot], [], capture.CouldNotRead), ServedFamily.Beside(server.Pid, family, all));
    }

    private static Failure EndedUnderLoad(GuardedServer server) =>
        new($"the server ended{ServerWords.End(server)} under the load{ServerWords.Last(server)}");

    private static Failure EndedAfterLoad(GuardedServer server) =>
        new($"the server ended{ServerWords.End(server)} after the load, before it was asked to stop{ServerWords.Last(server)}");

    /// <summary>A server that is ready.</summary>
    /// <param name="Files">Path that the names of its files begin with.</param>
    /// <param name="Before">What the machine had counted before it was started.</param>
    /// <param name="Processors">Counting since it was started.</param>
    private sealed record Start(
        GuardedServer Server, Readiness Readiness, string Files, HostCounters Before, ProcessorCounters Processors, double ReadySeconds);

    /// <param name="From">When the load began, in seconds since the server was ready.</param>
    /// <param name="To">When it ended.</param>
    /// <param name="Processors">What the server did for it.</param>
    /// <param name="Activity">Of the machine, from before the start to the load's end.</param>
    private sealed record Loaded(LoadReport Report, double From, double To, ProcessorCounts Processors, HostActivity Activity)
    {
        public ServedPauses? Pauses { get; init; }

        public string? NoPauses { get; init; }

        public DotNetTrace? Heard { get; init; }
    }
}
