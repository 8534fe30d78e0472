using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Recordings.Watching;

namespace Lowtide.Guard;

/// <summary>The one worker that a guard has end at a time: what is asked is told, and kept, before it is asked; what came of it, after.</summary>
/// <param name="gate">Held while this is called, and taken where a recycle ends by itself.</param>
internal sealed class RecycleInCourse(IGuardedMachine machine, RespawnAccount account, GuardTelling telling, TimeProvider time, Lock gate)
{
    /// <summary>Who was asked to end, or came beside another and was ended again; and when.</summary>
    private readonly Dictionary<int, TimeSpan> _asked = [];

    /// <summary>Until what was begun is over.</summary>
    public Task Settled { get; private set; } = Task.CompletedTask;

    public bool IsOver => Settled.IsCompleted;

    /// <summary>Whether this worker was asked to end: then it is no news that it did.</summary>
    public bool Asked(int pid) => _asked.ContainsKey(pid);

    public void Forget(TimeSpan before)
    {
        foreach (var (pid, at) in _asked)
            if (at < before)
                _asked.Remove(pid);
    }

    /// <param name="label">The family's.</param>
    /// <returns>Why nobody is asked; null where one is, or where the history cannot keep it, which is told.</returns>
    public string? Begin(
        string label, FollowedGuard followed, RecycleDecision decision, RecycleRequest request, DateTimeOffset at, CancellationToken cancellation)
    {
        var worker = decision.Worker!;
        if (machine.Turn() is not { } turn)
            return "another Lowtide has a worker of this machine end";
        followed.Said = null;
        // What cannot be kept is not done.
        if (!telling.Tell(label, worker, WatchedEventKind.RecycleAsked, at, decision.Why))
        {
            turn.Dispose();
            return null;
        }
        var begun = new Begun(label, followed, worker, followed.Serving, followed.Acted, account.Add(label, acted: true));
        _asked[worker.Pid] = account.Now;
        followed.Acted = account.Now;
        Settled = RunAsync(begun, request, turn, cancellation);
        return null;
    }

    /// <summary>Whether a worker was asked, by what stands last of its family in the history, and nothing tells that another serves in its place.</summary>
    public static bool IsOpen(WatchedEvent last) => last.Kind is WatchedEventKind.RecycleAsked or WatchedEventKind.RecycleFailed;

    /// <param name="Serving">How many served then.</param>
    /// <param name="ActedBefore">When a worker of it was asked the last time.</param>
    private sealed record Begun(string Label, FollowedGuard Followed, GuardedWorker Worker, int Serving, TimeSpan? ActedBefore, RespawnAccount.Respawn Counted);

    private async Task RunAsync(Begun begun, RecycleRequest request, IDisposable turn, CancellationToken cancellation)
    {
        using (turn)
            try
            {
                var outcome = await machine.RecycleAsync(request, cancellation);
                lock (gate)
                    End(begun, outcome);
            }
            catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
            {
                // It was asked, and ends by itself; its master starts another. Whoever is started anew knows by the history that it was.
            }
            catch (Exception failure)
            {
                // What came of it is not known: until that worker has ended nobody else of its server is asked.
                lock (gate)
                    End(begun, new RecycleOutcome(RecycleEnd.Stuck, $"what came of it is not known ({failure.Message})"));
            }
    }

    private void End(Begun begun, RecycleOutcome outcome)
    {
        var (followed, worker) = (begun.Followed, begun.Worker);
        followed.Stuck = outcome.End == RecycleEnd.Stuck ? (worker.Pid, worker.StartTicks) : null;
        followed.Owed = outcome.End == RecycleEnd.NobodyCame ? begun.Serving : null;
        if (outcome.Surplus is { } surplus)
            _asked[surplus] = account.Now;
        if (outcome.End == RecycleEnd.NotAsked)
        {
            // Nobody ended for it. A history that is read after a restart counts it all the same.
            account.TakeBack(begun.Counted);
            _asked.Remove(worker.Pid);
            (followed.Acted, followed.NotBefore) = (begun.ActedBefore, account.Now + followed.PauseAfterRefusal());
        }
        else
        {
            followed.Asked++;
            followed.Refusals = 0;
        }
        var (kind, what) = outcome.End switch
        {
            RecycleEnd.Done => (WatchedEventKind.Recycled, Done(outcome)),
            RecycleEnd.NotAsked => (WatchedEventKind.RecycleNotAsked, outcome.Why ?? ""),
            _ => (WatchedEventKind.RecycleFailed, outcome.Why ?? ""),
        };
        telling.Tell(begun.Label, worker, kind, time.GetUtcNow(), what);
    }

    private string Done(RecycleOutcome outcome)
    {
        var holds = outcome.New is { } came && machine.MemoryNow(came.Pid, came.StartTicks)?.PrivateBytes is { } bytes
            ? $" and holds {Amount.Bytes(bytes)} private" : "";
        return $"{(outcome.Why is { } why ? $"{why}; " : "")}ended after {Amount.Time(Round(outcome.EndedAfter))}, pid {outcome.NewPid} serves after {
            Amount.Time(Round(outcome.ServesAfter))}{holds}";
    }

    private static double Round(TimeSpan? time) => Math.Round(time?.TotalSeconds ?? 0, 1);
}
