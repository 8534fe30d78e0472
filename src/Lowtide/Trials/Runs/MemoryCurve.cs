using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>
/// How the memory of all that a run started goes, from when the server was ready until it is asked to stop: what <see cref="SteadyMemory"/> is told from,
/// and a leak, a step, workers that end and are started again, all of which no single look can show.
/// </summary>
/// <remarks>
/// Made as the server is started, so that what may be spent on reading has grown by the time it is ready. Reading is kept to the same share of the time in
/// every arm, by <see cref="StallBudget"/> and <see cref="CostBudget"/>, until the load has ended.
/// </remarks>
internal sealed class MemoryCurve(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly FamilySampler _served = new(time) { WithCollections = false }, _beside = new(time) { WithCollections = false };
    private readonly List<MemoryPoint> _points = [];
    private readonly Lock _gate = new();
    private FamilyFollower? _follower;
    private long _ready = time.GetTimestamp();

    /// <summary>Told of each point as it is taken.</summary>
    public Action<MemoryPoint>? Taken { get; init; }

    /// <summary>Seconds since the server was ready.</summary>
    public double Elapsed => Math.Round(time.GetElapsedTime(_ready).TotalSeconds, 3);

    public IReadOnlyList<MemoryPoint> Points
    {
        get
        {
            lock (_gate)
                return [.. _points];
        }
    }

    /// <summary>Takes a point a second, from now, when it is ready, until it is told to stop.</summary>
    /// <param name="server">The process that was started.</param>
    public Task TakeAsync(int server, CancellationToken until)
    {
        _ready = time.GetTimestamp();
        return Task.Run(async () =>
        {
            for (var last = false; !last;)
            {
                // Once more at the end: how far it came is then known, and when that was.
                last = until.IsCancellationRequested;
                if (Now(server) is { } family)
                    Take(server, family);
                await Task.Delay(Interval, time, until).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }, CancellationToken.None);
    }

    /// <summary>Waits, after the load, until memory no longer changes.</summary>
    /// <param name="most">Not longer than this.</param>
    public async Task SettleAsync(TimeSpan most, CancellationToken cancellation)
    {
        _served.WithoutBudgets = _beside.WithoutBudgets = true;
        var (loaded, started) = (Elapsed, time.GetTimestamp());
        while (time.GetElapsedTime(started) < most && !SteadyMemory.IsFlat(Points, loaded))
            await Task.Delay(Interval / 10, time, cancellation);
    }

    /// <summary>A walk over all processes only where there is no family to follow, or no longer.</summary>
    private Family? Now(int server)
    {
        if (_follower?.Now() is { } same)
            return same;
        if (ServedFamily.Of(server, FamilyLookup.All()) is not { } family)
            return null;
        _follower = new FamilyFollower(family);
        return family;
    }

    private void Take(int server, Family family)
    {
        var seconds = Elapsed;
        var samples = _served.Take(family, seconds);
        // The other workers of a server that spawns them, a script, an init: no family, but what the command costs.
        var others = FamilyFollower.AtOrBelow(server).Where(other => other.Head.Pid != family.Head.Pid).SelectMany(other => other.Members).ToList();
        _beside.Take(new Family(null, others), seconds);
        var point = new MemoryPoint(seconds, _served.PssBytes + _beside.PssBytes, family.Workers.Count)
        {
            PrivateBytes = _served.PrivateBytes + _beside.PrivateBytes,
            LargestWorkerPrivateBytes = samples.Where(sample => sample.Role == Role.Worker).Max(sample => sample.Memory.PrivateBytes),
        };
        lock (_gate)
            _points.Add(point);
        Taken?.Invoke(point);
    }
}
