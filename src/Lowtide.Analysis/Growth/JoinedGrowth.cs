using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>
/// How memory goes, by what the heap itself says that it holds where a recording has that over time, and by RSS where not. A heap grows by
/// pieces and keeps what is freed, so that RSS follows what is alive late or not at all.
/// </summary>
/// <param name="Of">Which series decided.</param>
/// <param name="Points">That series.</param>
public sealed record JoinedGrowth(MemoryGrowth Course, GrowthSeriesKind Of, IReadOnlyList<GrowthPoint> Points)
{
    /// <summary>A heap that fell silent before so much of the time was over says nothing of the rest.</summary>
    internal const double LeastCovered = 0.9;

    /// <summary>Of as many equal stretches of the time half have to have its account: one that comes in bursts says nothing of the time between.</summary>
    private const int Stretches = 24;

    /// <summary>
    /// What is alive and what is outside the heap are each judged; the one that rises by more decides. Of what is outside only the later half
    /// counts: code and caches of the runtime itself come with a process's first work. What is free decides only where it rises steadily and
    /// neither does: room that a heap takes by pieces and then has is not yet fragmentation.
    /// </summary>
    /// <param name="resident">In order of time, as <paramref name="heap"/> is.</param>
    public static JoinedGrowth Judge(IReadOnlyList<GrowthPoint> resident, IReadOnlyList<HeapPoint> heap, TimeSpan loadPeriod)
    {
        var rise = Rise(resident);
        if (!Covers(heap, resident))
            return new JoinedGrowth(MemoryGrowth.Of(resident, loadPeriod), GrowthSeriesKind.Resident, resident) { ResidentRise = rise };
        var level = resident.Average(point => point.Bytes);
        var live = Part(GrowthSeriesKind.Live, [.. heap.Select(point => new GrowthPoint(point.Seconds, point.LiveBytes, point.Life))], null);
        var half = (resident[0].Seconds + resident[^1].Seconds) / 2;
        var outside = Part(GrowthSeriesKind.Outside, [.. Outside(resident, heap).Where(point => point.Seconds >= half)], level);
        if (new[] { live, outside }.Where(part => part.Rises).MaxBy(part => part.Course.RiseBytes) is { } rising)
            return rising;
        if (live.Course.Shape == GrowthShape.TooEarly)
            return live;
        if (outside.Course.Shape == GrowthShape.TooEarly && Rise(outside.Points) >= GrowthCourse.LeastRise * level)
            return outside;
        var free = Part(GrowthSeriesKind.Free, [.. heap.Select(point => new GrowthPoint(point.Seconds, point.FreeBytes, point.Life))], level);
        return free.Course.Shape == GrowthShape.Linear ? free : live;

        JoinedGrowth Part(GrowthSeriesKind of, IReadOnlyList<GrowthPoint> points, double? level)
        {
            var isHalf = of == GrowthSeriesKind.Outside;
            var course = MemoryGrowth.Of(points, loadPeriod, inBin: isHalf ? GrowthSeries.OfSpikes : 1, level);
            return new(isHalf ? course with { WatchSeconds = 2 * course.WatchSeconds } : course, of, points) { ResidentRise = rise };
        }
    }

    /// <summary>From the first tenth of the time to the last, in RSS.</summary>
    public required double ResidentRise { get; init; }

    /// <summary>Whether RSS rose by what is worth an engineer's time.</summary>
    public bool RoseMuch(FamilySnapshot family) => Amount.Matters((long)ResidentRise * family.Serving.Count, family);

    /// <summary>As it is said: by as much as its parts sum to, where these are known.</summary>
    public long Rose(GrowthOrigin? origin) => origin is { ResidentBytes: > 0 and var bytes } ? bytes : (long)ResidentRise;

    /// <summary>No process of which it is told took another's place.</summary>
    public bool IsOfOneLife => Points.Select(point => point.Life).Distinct().Count() <= 1;

    /// <summary>The course is of the same memory over the same time as <see cref="Rose"/>, which is then its rise. It is not where a heap's own figures decide,
    /// after a restart, and where the load at the two ends hides it.</summary>
    public bool IsOneRise(GrowthOrigin? origin) => Of == GrowthSeriesKind.Resident && IsOfOneLife && Rose(origin) > 0;

    private bool Rises => Course.Shape is not (GrowthShape.TooEarly or GrowthShape.Settled);

    private static double Rise(IReadOnlyList<GrowthPoint> resident)
    {
        var part = Math.Max(1, resident.Count / 10);
        return resident.Count == 0 ? 0
            : resident.TakeLast(part).Average(point => point.Bytes) - resident.Take(part).Average(point => point.Bytes);
    }

    private static bool Covers(IReadOnlyList<HeapPoint> heap, IReadOnlyList<GrowthPoint> resident) =>
        heap.Count >= GrowthSeries.LeastPoints(1)
        && heap[^1].Seconds - heap[0].Seconds is > 0 and var span
        && span >= LeastCovered * (resident[^1].Seconds - resident[0].Seconds)
        && heap.Select(point => (int)(Stretches * (point.Seconds - heap[0].Seconds) / span)).Distinct().Count() >= Stretches / 2;

    /// <summary>Each time against what its life's heap had said last.</summary>
    private static List<GrowthPoint> Outside(IReadOnlyList<GrowthPoint> resident, IReadOnlyList<HeapPoint> heap)
    {
        var outside = new List<GrowthPoint>();
        var at = -1;
        foreach (var point in resident)
        {
            while (at + 1 < heap.Count && heap[at + 1].Seconds <= point.Seconds)
                at++;
            if (at >= 0 && heap[at].Life == point.Life)
                outside.Add(point with { Bytes = point.Bytes - heap[at].LiveBytes - heap[at].FreeBytes });
        }
        return outside;
    }
}
