using Lowtide.Analysis.Recycling;
using Lowtide.Recordings.History;

namespace Lowtide.Tests.Pure.Recycling;

public sealed class FreshWorkerTests
{
    private const long MiB = 1 << 20;

    private static readonly DateTimeOffset Booted = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Two that leak alike, and one that was sent a large request: the median is not moved by that.</summary>
    [Fact]
    public void It_holds_at_each_age_what_half_of_those_before_it_held()
    {
        var fresh = Learned(Course((0, 100), (600, 160)), Course((0, 100), (600, 160)), Course((0, 300), (600, 900)));
        Assert.Equal(130, fresh.At(300) / MiB, 1.0);
        Assert.Equal(130, fresh.MeanOver(600) / MiB, 1.0);
        // 6 MiB a minute, as at the end of what was seen.
        Assert.Equal(160 + 60, fresh.At(1200) / MiB, 1.0);
        Assert.Equal(1800, fresh.SecondsTo(280 * MiB)!.Value, 30.0);
        Assert.Equal(300, fresh.SecondsTo(130 * MiB)!.Value, 10.0);
    }

    [Fact]
    public void One_that_settles_never_comes_to_more()
    {
        var fresh = Learned(Course((0, 50), (60, 200), (600, 200)));
        Assert.Equal(0, fresh.Slope);
        Assert.Null(fresh.SecondsTo(201 * MiB));
    }

    [Fact]
    public void Too_short_a_life_teaches_nothing_but_several_that_ended_do()
    {
        var young = Course((0, 50), (100, 60));
        Assert.Null(FreshWorker.Of([young], 600));
        Assert.Null(FreshWorker.Of([], 0));
        var ended = young with { HasEnded = true };
        Assert.Equal(100, FreshWorker.Of([ended, ended, ended], 600)!.KnownSeconds, 1.0);
    }

    /// <summary>One that was there before is no course: its first reading is of no start. And ticks of an earlier boot are none of this one's.</summary>
    [Fact]
    public void Only_who_was_read_young_has_a_course()
    {
        var there = Life(1, startedAt: 0, (1000, 400), (1100, 410));
        var came = Life(2, startedAt: 1050, (1060, 50), (1160, 60));
        var earlier = Life(3, startedAt: 90_000, (1060, 50), (1160, 60));
        var course = Assert.Single(WorkerCourse.Of([there, came, earlier], Booted, new HashSet<(int, long)> { (2, 105_000) }));
        Assert.Equal([(10, 50 * MiB), (110, 60 * MiB)], course.Readings);
        Assert.False(course.HasEnded);
        Assert.Equal(55 * MiB, course.At(60));
        Assert.Null(course.At(111));
    }

    [Fact]
    public void Respawns_fall_and_memory_rises_with_the_limit()
    {
        // 100 MiB after its start, and 60 MiB an hour more.
        var fresh = Learned(Course((0, 100), (3600, 160)));
        var curve = RespawnCurve.Of(fresh, workers: 4, sharedBytes: 200 * MiB);
        Assert.True(curve.Count >= 4);
        foreach (var (point, next) in curve.Zip(curve.Skip(1)))
            Assert.True(point.LimitBytes < next.LimitBytes && point.RespawnsAnHour > next.RespawnsAnHour && point.PeakBytes < next.PeakBytes);
        Assert.All(curve, point =>
        {
            var hours = ((point.LimitBytes / (double)MiB) - 100) / 60;
            Assert.Equal(4 / hours, point.RespawnsAnHour, 0.1);
            // Four sawteeth, evenly apart: a quarter, half, three quarters and the whole of the rise.
            Assert.Equal(200 + (4 * 100) + (60 * hours * 2.5), point.PeakBytes / (double)MiB, 5.0);
        });
        Assert.Empty(RespawnCurve.Of(Learned(Course((0, 50), (60, 200), (3600, 200))), 4, 0));
    }

    private static FreshWorker Learned(params WorkerCourse[] courses) => FreshWorker.Of(courses, 600)!;

    private static WorkerCourse Course(params (double Age, long MiB)[] readings) => RecycleRuleTests.Course(readings);

    private static PastLife Life(int pid, long startedAt, params (long At, long MiB)[] readings) =>
        new(pid, startedAt * 100, [.. readings.Select(one => (Booted.AddSeconds(one.At), one.MiB * MiB))]);
}
