using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Trials;

/// <summary>One start of the real server: through the launcher of <c>run</c>, under a guard.</summary>
internal sealed class ServerRunner(TrialPlan plan, Host host, TimeProvider time) : IServerRunner
{
    private const int WarmRequests = 40, WarmConnections = 8;

    private readonly EnvironmentBlock _own = RawProcess.Environment();

    public async Task<RunResult> RunAsync(Arm arm, int pair, CancellationToken cancellation)
    {
        using var readiness = new Readiness(plan.Ready, plan.ReadyTimeout, time);
        await readiness.MustBeFreeAsync(cancellation);
        var log = Path.Combine(plan.LogFolder, $"pair-{pair + 1}-{(arm == plan.Baseline ? "baseline" : "remedy")}.log");
        var started = time.GetTimestamp();
        await using var server = await GuardedServer.StartAsync(Installation.Current, _own, arm.Remedies, plan.Command, log, time);
        var ready = await readiness.WaitAsync(server, started, cancellation);
        if (plan.Warm is null)
            await readiness.WarmAsync(WarmRequests, WarmConnections, cancellation);
        else
            await LoadCommand.RunAsync(plan.Warm, plan.Ready, cancellation);
        var load = LoadReport.Parse(await LoadCommand.RunAsync(plan.Load, plan.Ready, cancellation), plan.SlowSeconds);
        if (load.Requests == 0)
            throw new Failure($"the load '{plan.Load}' got no answer from {plan.Ready}");
        if (load.Errors > 0)
            throw new Failure($"{load.Errors} of {load.Requests} requests of the load were answered with an error");
        var recording = Look(server.Pid, cancellation);
        var stop = await server.StopAsync(plan.StopGrace);
        return new RunResult(arm.Name, pair, recording, load, ready, stop.Seconds, stop.Killed);
    }

    private Recording Look(int pid, CancellationToken cancellation)
    {
        try
        {
            var capture = FamilyCapture.Take(FamilyLookup.Find($"{pid}"), new CaptureOptions(Census: true), time, cancellation)
                ?? throw new Failure("the server ended under the load");
            return new Recording(host, [capture.Snapshot], [], capture.CouldNotRead);
        }
        catch (NoSuchTargetException gone)
        {
            throw new Failure($"the server ended under the load: {gone.Message}");
        }
    }
}
