using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>
/// How the memory of a served family goes while it is loaded: a leak, a step, workers that end and are started again, all of
/// which the one look after the load cannot show.
/// </summary>
/// <remarks>
/// Made as the server is started, so that what may be spent on reading has grown by the time it is ready.
/// Reading is kept to the same share of the time in every arm, by <see cref="StallBudget"/> and <see cref="CostBudget"/>; the metrics
/// are not taken from it.
/// </remarks>
internal sealed class MemoryCurve(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly FamilySampler _sampler = new(time) { WithCollections = false };
    private readonly List<MemoryPoint> _points = [];
    private FamilyFollower? _follower;

    /// <summary>Told of each point as it is taken.</summary>
    public Action<MemoryPoint>? Taken { get; init; }

    /// <summary>Takes a point a second, from now until it is told to stop.</summary>
    /// <param name="server">The process that was started.</param>
    public Task<IReadOnlyList<MemoryPoint>> TakeAsync(int server, CancellationToken until) => Task.Run<IReadOnlyList<MemoryPoint>>(async () =>
    {
        var ready = time.GetTimestamp();
        for (var last = false; !last;)
        {
            // Once more at the end: how far it came is then known, and when that was.
            last = until.IsCancellationRequested;
            if (Now(server) is { } family)
                Take(family, Math.Round(time.GetElapsedTime(ready).TotalSeconds, 3));
            await Task.Delay(Interval, time, until).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        return _points;
    }, CancellationToken.None);

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

    private void Take(Family family, double seconds)
    {
        var samples = _sampler.Take(family, seconds);
        var point = new MemoryPoint(seconds, _sampler.PssBytes, family.Workers.Count)
        {
            LargestWorkerPrivateBytes = samples.Where(sample => sample.Role == Role.Worker).Max(sample => sample.Memory.PrivateBytes),
        };
        _points.Add(point);
        Taken?.Invoke(point);
    }
}
