using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;

namespace Lowtide.Guard;

/// <summary>One worker asked to end, until another serves in its place.</summary>
internal sealed class Recycle : IServerHands
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(20);

    private readonly RecycleRequest _request;
    private readonly ProcessHandle _worker;
    private readonly TimeProvider _time;

    /// <summary>Those whose coming was noticed; that they serve is asked until it is so.</summary>
    private readonly HashSet<(int Pid, long StartTicks)> _known;

    private readonly Successor? _successor;

    /// <summary>It was sent a signal, and may end from then on.</summary>
    private bool _isAsked;

    private Recycle(RecycleRequest request, ProcessHandle worker, ProcessHandle? master, TimeProvider time)
    {
        (_request, _worker, _time) = (request, worker, time);
        _successor = master is null ? new Successor(request.Worker.Pid) : null;
        _known = [.. Candidates()];
    }

    /// <param name="request">Of a worker that was seen to serve: before that it has its master's handlers, and a uWSGI worker that gets SIGHUP reloads
    /// all.</param>
    public static async Task<RecycleOutcome> RunAsync(RecycleRequest request, TimeProvider time, CancellationToken cancellation)
    {
        try
        {
            return await RunHeldAsync(request, time, cancellation);
        }
        catch (DoorException refused)
        {
            return new RecycleOutcome(RecycleEnd.NotAsked, refused.Message);
        }
    }

    private static async Task<RecycleOutcome> RunHeldAsync(RecycleRequest request, TimeProvider time, CancellationToken cancellation)
    {
        var isAlone = request.Worker == request.Head;
        if (isAlone && !request.Facts.IsAlone)
            return new RecycleOutcome(RecycleEnd.NotAsked, "it leads the workers of its server");
        using var worker = ProcessHandle.TryOpen(request.Worker.Pid, request.Worker.StartTicks);
        using var master = isAlone ? null : ProcessHandle.TryOpen(request.Head.Pid, request.Head.StartTicks);
        if (worker is null || (!isAlone && master is null))
            return new RecycleOutcome(RecycleEnd.NotAsked, "it has ended by itself");
        var recycle = new Recycle(request, worker, master, time);
        if (!isAlone && !recycle._known.Contains(request.Worker))
            return new RecycleOutcome(RecycleEnd.NotAsked, "it is no child of its master");
        try
        {
            return request.WithStandby ? await recycle.EndBesideStandbyAsync(master!, cancellation) : await recycle.EndAsync(cancellation);
        }
        catch (OperationCanceledException) when (!recycle._isAsked)
        {
            return new RecycleOutcome(RecycleEnd.NotAsked, "Lowtide was ended before that");
        }
    }

    /// <summary>Its master starts one more; once that one serves the worker ends, and another comes in its place too; then its master ends one of these two.
    /// </summary>
    private async Task<RecycleOutcome> EndBesideStandbyAsync(ProcessHandle master, CancellationToken cancellation)
    {
        var before = _known.Count;
        master.Send(Signals.TerminalInput);
        (int Pid, long StartTicks)? standby = null;
        RecycleOutcome? outcome = null;
        try
        {
            standby = await CameAsync(_request.MayEnd, cancellation);
            outcome = standby is null ? new RecycleOutcome(RecycleEnd.NotAsked, "one more worker was asked for first, and it does not serve")
                : await EndAsync(cancellation);
        }
        finally
        {
            // Nobody else would take the one more back. Where the worker was asked and nobody serves in its place yet, the one more may be all that does.
            if (outcome?.End is RecycleEnd.Done or RecycleEnd.NotAsked || !_isAsked)
                TakeBack(master);
        }
        if (outcome.End is RecycleEnd.Stuck or RecycleEnd.NobodyCame)
            return outcome with { Why = $"{outcome.Why}; one more serves meanwhile (kill -TTOU {_request.Head.Pid} takes it back)" };
        if (outcome.End == RecycleEnd.NotAsked || standby is null)
            return outcome;
        var fewer = await UntilAsync(() => ServerNow.Children(_request.Head.Pid).Count <= before, cancellation);
        var surplus = ServerNow.Children(_request.Head.Pid).Contains(standby.Value) ? outcome.New : standby;
        return outcome with
        {
            Why = $"{(outcome.Why is { } why ? $"{why}, and " : "")}one more served meanwhile{(fewer ? "" : ", and has not ended since")}",
            New = surplus == standby ? outcome.New : standby,
            Surplus = surplus?.Pid,
        };
    }

    private static void TakeBack(ProcessHandle master)
    {
        try
        {
            master.Send(Signals.TerminalOutput);
        }
        catch (DoorException)
        {
            // It has ended, and all its workers with it.
        }
    }

    private async Task<RecycleOutcome> EndAsync(CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        // One that still starts has its master's handlers, whatever its threads wait for.
        if (Title() is { } title && !_request.Door.IsTitleOfServing(title))
            return new RecycleOutcome(RecycleEnd.NotAsked, "it does not serve yet");
        try
        {
            await _request.Door.AskAsync(_request.Facts, this, cancellation);
        }
        catch (DoorException refused)
        {
            return new RecycleOutcome(_isAsked ? RecycleEnd.Stuck : RecycleEnd.NotAsked, refused.Message);
        }
        var isKilled = false;
        var asked = _time.GetTimestamp();
        while (!_worker.HasEnded)
        {
            var waited = _time.GetElapsedTime(asked);
            if (!isKilled && waited >= _request.KillAfter)
            {
                isKilled = true;
                if (!TryKill(out var why))
                    return new RecycleOutcome(RecycleEnd.Stuck, $"it was asked, and has not ended; {why}");
            }
            // What it holds the kernel frees first.
            else if (waited >= _request.MayEnd + (_request.KillAfter ?? TimeSpan.Zero))
                return new RecycleOutcome(RecycleEnd.Stuck, isKilled ? "it was killed, and has not ended" : "it was asked, and has not ended");
            await PauseAsync(cancellation);
        }
        var ended = _time.GetElapsedTime(began);
        var came = await CameAsync(_request.MayEnd, cancellation);
        var killed = isKilled ? "it had to be killed" : null;
        return new RecycleOutcome(
            came is null ? RecycleEnd.NobodyCame : RecycleEnd.Done,
            came is not null ? killed : $"{killed ?? "it has ended"}, and nobody serves in its place")
        {
            EndedAfter = ended,
            ServesAfter = came is null ? null : _time.GetElapsedTime(began),
            New = came,
        };
    }

    private bool TryKill(out string? why)
    {
        why = null;
        try
        {
            _worker.Kill();
        }
        catch (DoorException refused) when (!_worker.HasEnded)
        {
            why = refused.Message;
        }
        catch (DoorException)
        {
            // It has ended meanwhile.
        }
        return why is null;
    }

    /// <returns>Null where nobody has in that time.</returns>
    private async Task<(int Pid, long StartTicks)?> CameAsync(TimeSpan within, CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        do
        {
            foreach (var child in Candidates())
                if (!_known.Contains(child) && Serves(child.Pid))
                {
                    _known.Add(child);
                    return child;
                }
            await PauseAsync(cancellation);
        }
        while (_time.GetElapsedTime(began) < within);
        return null;
    }

    private bool Serves(int pid) => Readiness.Of(pid) == true && (_request.Door.IsOfQueue || Readiness.Listens(pid))
        && ServerNow.Title(pid) is { } title && _request.Door.IsTitleOfServing(title);

    private IReadOnlyList<(int Pid, long StartTicks)> Candidates() =>
        _successor?.Find() ?? ServerNow.Children(_request.Head.Pid);

    public void SignalWorker(int signal)
    {
        _worker.Send(signal);
        _isAsked = true;
    }

    public bool SignalWorkerIf(int signal, Func<bool> holds)
    {
        var isSent = _worker.SendIf(signal, holds);
        _isAsked |= isSent;
        return isSent;
    }

    public long? Switches() => ServerNow.Switches(_request.Worker.Pid);

    public string? Title() => _worker.HasEnded ? null : ServerNow.Title(_request.Worker.Pid);

    public int? WaitsIn() => BlockedCall.Of(_request.Worker.Pid)?.Number;

    public bool WaitsForMaster() => Readiness.WaitsForMaster(_request.Worker.Pid, _request.Head.Pid);

    public Task PauseAsync(CancellationToken cancellation) => Task.Delay(Poll, _time, cancellation);

    public async Task<bool> UntilAsync(Func<bool> holds, CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        while (!holds())
        {
            if (_time.GetElapsedTime(began) >= _request.MayEnd)
                return false;
            await PauseAsync(cancellation);
        }
        return true;
    }
}
