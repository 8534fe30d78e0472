using Lowtide.Analysis.Growth;
using Lowtide.Recordings.History;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>Lives of a day, read every five minutes and each reading up to 3% off, of which is known when they rose.</summary>
public sealed class LastRiseTests
{
    private const long MiB = 1 << 20;
    private const int Seeds = 20;
    private static readonly DateTimeOffset Born = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Hours into the life, and MiB: what it held then.</summary>
    [Theory]
    [InlineData("born small and leaks", 0, 5, 0.5, 20)]
    [InlineData("warms up and leaks from hour 16 on", 16, 60, 1.5, 5)]
    [InlineData("jumps to another level in the last hours", 19, 100, 1, 8)]
    [InlineData("leaks below sawteeth", 0, 50, 3, 20)]
    [InlineData("gave most of it back in hour 12", 12, 100, 1, 20)]
    public void A_rise_is_told_by_its_beginning(string life, double hours, double from, double hoursOff, double mibOff)
    {
        for (var seed = 0; seed < Seeds; seed++)
        {
            var rise = LastRise.Of(Read(Held(life), seed));
            Assert.NotNull(rise?.Since);
            Assert.InRange((rise.Since.Value - Born).TotalHours, hours - hoursOff, hours + hoursOff);
            Assert.InRange(rise.FromBytes / (double)MiB, from - mibOff, from + mibOff);
        }
    }

    [Theory]
    [InlineData("level", 100)]
    [InlineData("plateau after two hours", 300)]
    [InlineData("sawteeth", 150)]
    [InlineData("fell long ago", 300)]
    public void What_it_held_all_along_is_no_rise(string life, double most)
    {
        for (var seed = 0; seed < Seeds; seed++)
        {
            var rise = LastRise.Of(Read(Held(life), seed));
            Assert.NotNull(rise);
            Assert.Null(rise.Since);
            Assert.InRange(rise.FromBytes / (double)MiB, most * 0.96, most * 1.04);
        }
    }

    [Fact]
    public void One_that_was_first_read_a_moment_before_tells_nothing()
    {
        Assert.Null(LastRise.Of([]));
        Assert.Null(LastRise.Of([Reading(0, 60)]));
        Assert.Null(LastRise.Of([Reading(0, 60), Reading(0, 90)]));
        Assert.Null(LastRise.Of([Reading(0, 60), Reading(30, 60)]));
        // So much can be seen in any time.
        Assert.Equal(new LastRise(Born, 60 * MiB), LastRise.Of([Reading(0, 60), Reading(30, 300)]));
        Assert.Equal(new LastRise(null, 60 * MiB), LastRise.Of([.. Enumerable.Range(0, 8).Select(number => Reading(10 * number, 60))]));
    }

    /// <summary>It took all of it within seconds: only the kernel has seen that.</summary>
    [Fact]
    public void What_came_after_the_last_reading_is_told_by_the_kernels_log()
    {
        var level = Enumerable.Range(0, 100).Select(number => Reading(10 * number, 60)).ToList();
        var (before, end) = (Born.AddSeconds(990), Born.AddSeconds(1000));
        Assert.Equal(new LastRise(before, 60 * MiB), LastRise.Of(level, (end, 460 * MiB)));
        Assert.Equal(new LastRise(Born, 60 * MiB), LastRise.Of([level[0]], (end, 460 * MiB)));
        // Of shared memory it had as much before.
        Assert.Null(LastRise.Of(level, (end, 120 * MiB))!.Since);
        Assert.Null(LastRise.Of([level[0] with { ResidentBytes = null }], (end, 460 * MiB)));
    }

    /// <summary>Twice as much is resident.</summary>
    private static HeldReading Reading(double seconds, double mib) => new(Born.AddSeconds(seconds), (long)(mib * MiB), (long)(2 * mib * MiB));

    private static IReadOnlyList<HeldReading> Read(Func<double, double> held, int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, 24 * 12).Select(number => Reading(number * 300, held(number / 12.0) * (0.97 + (0.06 * random.NextDouble()))))];
    }

    private static Func<double, double> Held(string life) => life switch
    {
        "born small and leaks" => hour => 5 + (15 * hour),
        "warms up and leaks from hour 16 on" => hour => hour < 0.2 ? 5 : 60 + (40 * Math.Max(0, hour - 16)),
        "jumps to another level in the last hours" => hour => hour < 19 ? 100 : 400,
        "leaks below sawteeth" => hour => 50 + (10 * hour) + (30 * (hour % 1)),
        "gave most of it back in hour 12" => hour => hour < 12 ? 100 + (25 * hour) : 100 + (30 * (hour - 12)),
        "level" => _ => 100,
        "plateau after two hours" => hour => 300 * (1 - Math.Exp(-hour)),
        "sawteeth" => hour => 100 + (50 * (hour % 1)),
        "fell long ago" => hour => hour < 4 ? 300 : 100,
        _ => throw new ArgumentOutOfRangeException(nameof(life), life, null),
    };
}
