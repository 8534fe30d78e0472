using Lowtide.Launch;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Ready;

/// <summary>Waits until a server is ready, and makes sure beforehand that no other one is.</summary>
internal abstract class Readiness(ReadySign sign, TimeSpan timeout, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    public static Readiness Of(TrialPlan plan, TimeProvider time) => plan.Ready switch
    {
        ReadySign.Address address => new AnsweringAddress(address, plan.ReadyTimeout, time),
        ReadySign.Command command => new SucceedingCommand(command, plan.ReadyTimeout, time),
        _ => throw new InvalidOperationException($"no such sign: {plan.Ready}"),
    };

    /// <summary>Whether nobody serves there yet.</summary>
    public abstract Task<bool> IsFreeAsync(CancellationToken cancellation);

    /// <summary>Why a run cannot begin where it is not free.</summary>
    /// <param name="last">The arm that ran before, all of which has ended; null where this is the first run.</param>
    public abstract string InUse(Arm? last);

    /// <summary>So that every worker has likely served; nothing where only a load can ask it to.</summary>
    public abstract Task WarmAsync(CancellationToken cancellation);

    /// <returns>Seconds from <paramref name="started"/> (a timestamp of the clock) to the first answer.</returns>
    /// <exception cref="Failure">The server ended, or did not answer in time; with its last log lines.</exception>
    public async Task<double> WaitAsync(GuardedServer server, long started, CancellationToken cancellation)
    {
        while (true)
        {
            var refusal = await AskAsync(cancellation);
            // First of all: were it gone, the answer would be another's.
            if (server.Gone.IsCompleted)
                throw new Failure($"the server ended{ServerWords.End(server)} before it was ready{ServerWords.Last(server)}");
            if (refusal is null && server.Exited.IsCompleted)
                throw new Failure("the server went to the background: start it in the foreground, so that it can be stopped "
                    + "(uWSGI without daemonize, gunicorn without --daemon)");
            if (refusal is null)
                return time.GetElapsedTime(started).TotalSeconds;
            if (time.GetElapsedTime(started) > timeout)
                throw new Failure($"the server was not ready {sign} within {timeout.TotalSeconds:0} s ({refusal}; "
                    + $"--ready-timeout gives it longer){ServerWords.Last(server)}");
            await Task.Delay(Pause, time, cancellation);
        }
    }

    public async Task<bool> AnswersAsync(CancellationToken cancellation) => await AskAsync(cancellation) is null;

    /// <returns>Why it is not ready; null if it is.</returns>
    protected abstract Task<string?> AskAsync(CancellationToken cancellation);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
