using Lowtide.Capture.Families;
using Lowtide.Launch;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Runs;

/// <summary>A reload in place: the server stays, asked by a signal to its master, and its workers are replaced.</summary>
internal sealed class ServerReload(TrialPlan plan, TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <returns>Seconds from the signal until all workers of before are gone, as many others are there, and it answers.</returns>
    /// <exception cref="Failure">It ended, or did none of that in time.</exception>
    public async Task<double> RunAsync(GuardedServer server, Readiness readiness, int signal, CancellationToken cancellation)
    {
        if (ServedFamily.Of(server.Pid, FamilyLookup.All()) is not { Master: { } master, Workers: { Count: > 0 } workers } family)
            throw new Failure("--reload-signal is for servers with forked workers, which this one has not: nothing shows when it has reloaded");
        var old = workers.Select(worker => (worker.Pid, worker.StartTicks)).ToHashSet();
        var follower = new FamilyFollower(family);
        var (started, patience) = (time.GetTimestamp(), plan.StopGrace + plan.ReadyTimeout);
        Libc.Signal(master.Pid, signal);
        while (true)
        {
            await Task.Delay(Pause, time, cancellation);
            if (server.Exited.IsCompleted)
                throw new Failure($"the server ended{ServerWords.End(server)} when it was asked to reload{ServerWords.Last(server)}");
            if (follower.Now() is { } now && now.Workers.Count >= old.Count
                && !now.Workers.Any(worker => old.Contains((worker.Pid, worker.StartTicks))) && await readiness.AnswersAsync(cancellation))
                return time.GetElapsedTime(started).TotalSeconds;
            if (time.GetElapsedTime(started) > patience)
                throw new Failure($"the server had not replaced its workers {patience.TotalSeconds:0} s after the signal of --reload-signal "
                    + $"(--stop-grace and --ready-timeout together): is it the one that it reloads on?{ServerWords.Last(server)}");
        }
    }
}
