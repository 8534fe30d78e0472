using System.Runtime.ExceptionServices;

namespace Lowtide.Load;

/// <summary>
/// One schedule, carried out. The pacing thread hands each request that is due to the connection that has been free the
/// longest; where none is free it waits for one, and that wait is part of its latency. Requests that wait are two numbers,
/// not objects: a server that stalls costs no memory here.
/// </summary>
internal sealed class PacedRun(
    LoadPlan plan, ArrivalSchedule schedule, PathMix paths, IReadOnlyList<LoadConnection> connections, TimeProvider time, bool logged)
{
    private const long SweepEvery = 20_000_000, DrainEvery = 1_000_000, AtOnce = long.MaxValue - 1;

    private readonly Lock _gate = new();
    private readonly Queue<LoadConnection> _free = new(connections);
    private readonly long _began = time.GetTimestamp(), _timeout = (long)plan.Timeout.TotalNanoseconds;
    private readonly double _nanosecondsPerTick = 1e9 / time.TimestampFrequency;
    private long _due, _taken;
    private bool _stopped;
    private ExceptionDispatchInfo? _bug;

    public LoadTally Tally { get; } = new(plan, schedule, logged ? new RequestLog(time.GetUtcNow(), schedule) : null);

    private long Now => (long)((time.GetTimestamp() - _began) * _nanosecondsPerTick);

    public void Pace(CancellationToken stop)
    {
        PreciseSleep.Sharpen();
        var sweepAt = SweepEvery;
        for (var now = Now; !HasEnded(stop); now = Now)
        {
            Start(schedule.DueBy(now), now);
            if (_stopped || now >= sweepAt)
            {
                foreach (var connection in connections)
                    connection.GiveUpIfDue(_stopped ? AtOnce : now);
                sweepAt = now + SweepEvery;
            }
            var wakeAt = !_stopped && _due < schedule.Count ? schedule.StartOf(_due) : now + DrainEvery;
            PreciseSleep.For(Math.Min(wakeAt, sweepAt) - Now);
        }
        _bug?.Throw();
    }

    private bool HasEnded(CancellationToken stop)
    {
        lock (_gate)
        {
            _stopped |= stop.IsCancellationRequested;
            return (_stopped || _taken == schedule.Count) && _free.Count == connections.Count;
        }
    }

    private void Start(long due, long now)
    {
        while (true)
        {
            LoadConnection? connection;
            long request;
            lock (_gate)
            {
                _due = due;
                if (_stopped || _taken == due || !_free.TryDequeue(out connection))
                    return;
                request = _taken++;
                Tally.StartedLateBy(now - schedule.StartOf(request));
            }
            _ = ServeAsync(connection, request);
            now = Now;
        }
    }

    /// <summary>Serves a request, and then those that wait.</summary>
    private async Task ServeAsync(LoadConnection connection, long request)
    {
        try
        {
            do
            {
                var path = paths.Of(request);
                var (sent, giveUpAt) = (Now, schedule.StartOf(request) + _timeout);
                var answer = sent < giveUpAt
                    ? await connection.AskAsync(path, giveUpAt)
                    : Answer.None($"no connection was free within {plan.Timeout.TotalSeconds:0.###} s");
                End(request, path, sent, answer);
            }
            while (TakeWaiting(connection, out request));
        }
        catch (Exception bug)
        {
            lock (_gate)
            {
                _bug = ExceptionDispatchInfo.Capture(bug);
                _stopped = true;
                _free.Enqueue(connection);
            }
        }
    }

    private void End(long request, int path, long sent, in Answer answer)
    {
        var ended = Now;
        lock (_gate)
        {
            if (!_stopped)
                Tally.Record(request, path, sent, ended, answer);
        }
    }

    private bool TakeWaiting(LoadConnection connection, out long request)
    {
        lock (_gate)
        {
            request = _taken;
            if (_stopped || _taken == _due)
            {
                _free.Enqueue(connection);
                return false;
            }
            if (_free.Count == 0)
                Tally.HadToWait();
            _taken++;
            return true;
        }
    }
}
