using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What a run's memory came to, of curves whose truth is known: 24 s of load from second 1 on, then up to 10 s without.</summary>
public sealed class SteadyMemoryTests
{
    private const double From = 1, To = 25;

    private const double MiB = 1 << 20;

    /// <summary>A heap that grows by 20 MiB a second and is collected every fourth. The look right after the load saw 100 or 160, by its moment.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Of_a_heap_that_breathes_it_is_the_mean(int phase)
    {
        var steady = Of(second => 100 + (20 * ((second + phase) % 4)), Idle(3));
        Assert.Equal((true, 0), (steady.IsSettled, steady.DriftBytes));
        Assert.InRange(steady.PssBytes / MiB, 125, 135);
    }

    [Fact]
    public void The_steady_part_begins_where_memory_no_longer_rises()
    {
        var steady = Of(second => second < 10 ? 100 + (10 * second) : 200 + (second % 2), Idle(5));
        Assert.True(steady.IsSettled);
        Assert.InRange(steady.FromSeconds, 9, 11);
        Assert.InRange(steady.PssBytes / MiB, 200, 201);
    }

    /// <summary>What a worker copies as it serves: each second of the load has more.</summary>
    [Fact]
    public void Of_memory_that_still_rises_it_is_what_followed_the_load()
    {
        var steady = Of(second => 100 + (5 * second), Idle(4));
        Assert.False(steady.IsSettled);
        Assert.True(steady.FromSeconds > To);
        // Half of the load's last third, at 5 MiB a second.
        Assert.Equal(20, steady.DriftBytes / MiB, 1.0);
        Assert.Equal(100 + (5 * 24), steady.PssBytes / MiB, 1.0);
    }

    [Fact]
    public void What_falls_after_the_load_has_not_settled()
    {
        var steady = Of(second => 200, Enumerable.Range(1, 10).Select(second => 200.0 - (5 * second)));
        Assert.Equal((false, -45), (steady.IsSettled, steady.DriftBytes / MiB));
    }

    [Fact]
    public void Of_a_short_load_it_is_what_followed()
    {
        var steady = SteadyMemory.Of([new(0.5, 100, 2), new(1.5, 100, 2), new(2.5, 200, 2), new(3.5, 200, 2)], 0, 2);
        Assert.Equal(new SteadyMemory(2.5, 3.5, 200, null, 0, IsSettled: null), steady);
    }

    /// <summary>A short --settle leaves a point or two: it counted as settled.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void With_fewer_than_three_points_behind_the_load_nobody_can_tell(int behind)
    {
        var steady = Of(_ => 200, Idle(behind));
        Assert.Equal((null, 0), (steady.IsSettled, steady.DriftBytes));
        Assert.Equal(200, steady.PssBytes / MiB);
        Assert.True(Of(_ => 200, Idle(3)).IsSettled);
    }

    /// <summary>That memory moved stays so, however short it was looked at afterwards.</summary>
    [Fact]
    public void What_moved_under_the_load_has_not_settled_with_one_point_behind_it() => Assert.False(Of(second => 100 + (5 * second), Idle(1)).IsSettled);

    /// <summary>Of the little that was read, what moved may move again: under a load that was too short, and behind one.</summary>
    [Fact]
    public void What_was_seen_to_move_is_allowed_for_where_nobody_can_tell()
    {
        MemoryPoint[] load = [.. Enumerable.Range(0, 10).Select(second => new MemoryPoint(second, 100 + (10 * second), 1))];
        MemoryPoint[] after = [new(10, 195, 1), new(11, 195, 1), new(12, 195, 1)];
        var steady = SteadyMemory.Of([.. load, .. after], 0, 9)!;
        Assert.Equal((null, 30), (steady.IsSettled, steady.DriftBytes));

        var fallen = Of(_ => 200, [200.0, 150.0]);
        Assert.Equal((null, -50), (fallen.IsSettled, fallen.DriftBytes / MiB));
    }

    /// <summary>A point in a second's half counts for half a second.</summary>
    [Fact]
    public void Each_point_counts_for_its_time() =>
        Assert.Equal(150, SteadyMemory.Of([new(11, 100, 1), new(11.5, 100, 1), new(12, 100, 1), new(14, 250, 1)], 0, 10)!.PssBytes);

    [Fact]
    public void Private_memory_goes_the_same_way()
    {
        var points = Enumerable.Range(0, 3).Select(second => new MemoryPoint(11 + second, 200, 1) { PrivateBytes = 50 + second }).ToList();
        Assert.Equal(51, SteadyMemory.Of(points, 0, 10)!.PrivateBytes);
        Assert.Null(SteadyMemory.Of([.. points, new MemoryPoint(14, 200, 1)], 0, 10)!.PrivateBytes);
    }

    [Fact]
    public void Nothing_read_is_no_figure()
    {
        Assert.Null(SteadyMemory.Of([], From, To));
        Assert.Null(SteadyMemory.Of([new(30, null, 1)], From, To));
        Assert.Null(SteadyMemory.Of([new(0.5, 100, 1)], From, To));
    }

    [Fact]
    public void Flat_is_three_points_within_half_a_percent()
    {
        MemoryPoint[] points = [new(10, 900, 1), new(11, 1000, 1), new(12, 1004, 1), new(13, 1001, 1)];
        Assert.True(SteadyMemory.IsFlat(points, 10.5));
        Assert.False(SteadyMemory.IsFlat(points[..3], 10.5));
        Assert.False(SteadyMemory.IsFlat(points[..3], 9));
    }

    private static IEnumerable<double> Idle(int seconds) => Enumerable.Repeat(double.NaN, seconds);

    /// <param name="load">MiB at each second of it.</param>
    /// <param name="after">MiB each second behind it; what is no number stays as it was.</param>
    private static SteadyMemory Of(Func<int, double> load, IEnumerable<double> after)
    {
        var values = Enumerable.Range(0, 25).Select(load).ToList();
        foreach (var value in after)
            values.Add(double.IsNaN(value) ? values[^1] : value);
        return SteadyMemory.Of([.. values.Select((value, second) => new MemoryPoint(From + second, (long)(value * MiB), 2))], From, To)!;
    }
}
