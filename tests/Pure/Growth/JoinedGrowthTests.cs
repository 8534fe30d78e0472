using Lowtide.Analysis.Growth;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>Ten days of a process of 100 MiB, of which its heap has 40 to 90.</summary>
public sealed class JoinedGrowthTests
{
    private const double MiB = 1 << 20, Hour = 3600, Days = 10;

    private static readonly Func<double, double> Steady = _ => 40, Rising = day => 40 + (4 * day), Room = day => day < 3 ? 10 : day < 6 ? 30 : 50;

    [Fact]
    public void Room_that_the_heap_takes_by_pieces_is_no_growth()
    {
        var judged = Judge(live: Steady, free: Room, outside: Steady);
        Assert.Equal((GrowthShape.Settled, GrowthSeriesKind.Live), (judged.Course.Shape, judged.Of));
        Assert.InRange(judged.ResidentRise / MiB, 39, 41);
    }

    [Fact]
    public void What_is_alive_and_fills_free_room_is_growth()
    {
        var judged = Judge(live: Rising, free: day => 60 - (4 * day), outside: Steady);
        Assert.Equal((GrowthShape.Linear, GrowthSeriesKind.Live), (judged.Course.Shape, judged.Of));
        Assert.InRange(judged.Course.BytesASecond!.Value / (4 * MiB / 86400), 0.98, 1.02);
    }

    [Fact]
    public void A_leak_outside_the_heap_is_found_beside_a_settled_heap()
    {
        var judged = Judge(live: Steady, free: Room, outside: Rising);
        Assert.Equal((GrowthShape.Linear, GrowthSeriesKind.Outside), (judged.Course.Shape, judged.Of));
    }

    [Fact]
    public void Free_parts_that_rise_all_the_time_are_fragmentation()
    {
        var judged = Judge(live: Steady, free: Rising, outside: Steady);
        Assert.Equal((GrowthShape.Linear, GrowthSeriesKind.Free), (judged.Course.Shape, judged.Of));
    }

    /// <summary>As of a .NET process that was restarted on the sixth day.</summary>
    [Fact]
    public void A_heap_that_fell_silent_does_not_speak_for_the_rest()
    {
        var (resident, heap) = Series(Steady, Steady, Rising);
        var judged = JoinedGrowth.Judge(resident, [.. heap.TakeWhile(point => point.Seconds < 5 * 24 * Hour)], MemoryGrowth.Day);
        Assert.Equal((GrowthShape.Linear, GrowthSeriesKind.Resident), (judged.Course.Shape, judged.Of));
    }

    /// <summary>As of a .NET service with a batch job at night: its collections of all generations come in three hours of ten days.</summary>
    [Fact]
    public void A_heap_that_gives_account_in_bursts_does_not_speak_for_the_time_between()
    {
        var (resident, _) = Series(Steady, Steady, Rising);
        var heap = ((int[])[0, 120, 239]).SelectMany(hour => Enumerable.Range(0, 30).Select(minute =>
            new HeapPoint((hour * Hour) + (60 * minute), MiB * (40 + minute), MiB * 40, 0)));
        var judged = JoinedGrowth.Judge(resident, [.. heap], MemoryGrowth.Day);
        Assert.Equal((GrowthShape.Linear, GrowthSeriesKind.Resident), (judged.Course.Shape, judged.Of));
    }

    /// <summary>Outside the heap only the later half counts: three days have one and a half of it.</summary>
    [Fact]
    public void How_long_to_watch_what_is_outside_the_heap_is_told_of_the_whole_time()
    {
        var (resident, heap) = Series(Steady, Steady, day => 40 + (12 * day));
        var judged = JoinedGrowth.Judge(
            [.. resident.TakeWhile(point => point.Seconds < 3 * 24 * Hour)], [.. heap.TakeWhile(point => point.Seconds < 3 * 24 * Hour)], MemoryGrowth.Day);
        Assert.Equal((GrowthShape.TooEarly, GrowthSeriesKind.Outside), (judged.Course.Shape, judged.Of));
        Assert.Equal(4 * 24 * Hour, judged.Course.WatchSeconds!.Value);
    }

    /// <summary>Workers whose heaps were read at some of the samples; and full collections, of which alone all that is alive is known.</summary>
    [Fact]
    public void The_heaps_account_is_taken_from_samples_or_from_collections()
    {
        var recording = Lowtide.Tests.Pure.Recordings.Recorded.Full with
        {
            DotNet = null,
            Samples =
            [
                Sample(0, 101, new HeapUse(10, 2, 30, 4)), Sample(0, 102, new HeapUse(20, 4, 50, 6)),
                Sample(1, 101, new HeapUse(10, 2, 30, 4)), Sample(1, 102, null),
                Sample(2, 101, null), Sample(2, 102, null),
            ],
        };
        Assert.Equal([new HeapPoint(0, 55, 8, 0)], FamilySeries.Heap(recording));

        var trace = Lowtide.Tests.Pure.Recordings.Recorded.Full.DotNet! with
        {
            Pid = 101,
            StartSeconds = 0.25,
            Collections = [Collection(2, 0.5), Collection(1, 1), Collection(2, 9)],
        };
        Assert.Equal(
            [new HeapPoint(1, 15, 85, 0)],
            FamilySeries.Heap(recording with { DotNet = trace, Samples = [Sample(0, 101, null), Sample(2, 101, null)] }));
    }

    private static Sample Sample(double seconds, int pid, HeapUse? heap) =>
        new(seconds, pid, 6, Role.Worker, new MemoryUse(100, null, null, null, null), null) { Heap = heap };

    private static DotNetCollection Collection(int generation, double at) => new(
        1, generation, CollectionKind.Blocking, CollectionReason.Induced, at, 0.25, 0, 0, null, null, null, null, null, [1, 2, 3, 4, 5], null)
    { CommittedBytes = 100 };

    private static JoinedGrowth Judge(Func<double, double> live, Func<double, double> free, Func<double, double> outside)
    {
        var (resident, heap) = Series(live, free, outside);
        return JoinedGrowth.Judge(resident, heap, MemoryGrowth.Day);
    }

    /// <param name="live">MiB at a day; the others likewise.</param>
    private static (List<GrowthPoint> Resident, List<HeapPoint> Heap) Series(
        Func<double, double> live, Func<double, double> free, Func<double, double> outside)
    {
        var hours = Enumerable.Range(0, (int)(Days * 24) + 1).Select(hour => (Seconds: hour * Hour, Day: hour / 24.0)).ToList();
        return (
            [.. hours.SelectMany(hour => Enumerable.Range(0, 6).Select(part => new GrowthPoint(
                hour.Seconds + (part * Hour / 6), MiB * (live(hour.Day) + free(hour.Day) + outside(hour.Day) + Noise(hour.Day + part)), 0)))],
            [.. hours.Select(hour => new HeapPoint(hour.Seconds, MiB * (live(hour.Day) + Noise(hour.Day)), MiB * free(hour.Day), 0))]);
    }

    /// <summary>Less than a tenth of a MiB, and never twice alike.</summary>
    private static double Noise(double day) => 0.1 * Math.Sin(1000 * day * day);
}
