using System.Runtime.CompilerServices;
using System.Text.Json;
using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

public sealed class MemoryGrowthTests(ITestOutputHelper output)
{
    private static readonly Lazy<IReadOnlyList<ToldSeries>> Generated = new(() =>
        [.. Enumerable.Range(0, 200).Concat(Enumerable.Range(1000, 200)).Select(number => ToldSeries.Judged(number, "", LabelledSeries.Of(number), []))]);

    private static readonly Lazy<IReadOnlyList<ToldSeries>> Real = new(() =>
        [.. RealSeries.All().Select(one => ToldSeries.Judged(one.Number, $"{one.Runtime} {one.Kind}, {one.Apart:0.0} noises apart", one.Series, one.Heap))]);

    /// <summary>The first 200 were looked at while the rule was made; the others are only ever scored.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public void Generated_courses_are_told(int first) =>
        AreTold(Generated.Value.Where(one => one.Number >= first && one.Number < first + 200), mostMissed: 4, mostWrong: 2);

    /// <summary>
    /// Of real programs in C, Python, Ruby and .NET, which counted themselves what they kept, with what their heaps said. Where all else that
    /// they held hides that, too early is right as well. Again only the first half was looked at. Four of a hundred are missed of the other,
    /// where Lowtide aims at two.
    /// </summary>
    [Theory]
    [InlineData(0, "c python", 1, 0)]
    [InlineData(RealSeries.Half, "c python", 2, 0)]
    [InlineData(0, "ruby dotnet", 2, 1)]
    [InlineData(RealSeries.Half, "ruby dotnet", 2, 0)]
    public void Courses_of_real_programs_are_told(int first, string runtimes, int mostMissed, int mostWrong) =>
        AreTold(Half(first).Where(one => runtimes.Contains(one.Of.Split(' ')[0])), mostMissed, mostWrong);

    /// <summary>Of the scored halves together, and of all.</summary>
    [Fact]
    public void Ninety_eight_in_a_hundred_are_right()
    {
        var scored = Generated.Value.Where(one => one.Number >= 1000).Concat(Half(RealSeries.Half)).ToList();
        Assert.Equal(300, scored.Count);
        Assert.InRange(scored.Count(one => !one.IsRight), 0, 6);
        Assert.InRange(Generated.Value.Concat(Real.Value).Count(one => !one.IsRight), 0, 12);
    }

    /// <summary>A leak of the C library's memory lies outside the heap of .NET; all else that rises in these is alive in the heap.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(RealSeries.Half)]
    public void What_rises_is_told_by_the_heaps_account(int first)
    {
        var rising = Half(first).Where(one => one.Of.Split(' ')[0] is "ruby" or "dotnet"
            && one.IsRight && one.Growth.Shape is GrowthShape.Linear or GrowthShape.Plateau or GrowthShape.Steps).ToList();
        foreach (var place in rising.CountBy(one => $"{one.Of.Split(',')[0]}: {one.Kind}").OrderBy(place => place.Key))
            output.WriteLine($"{place.Value} {place.Key}");
        Assert.InRange(rising.Count, 15, 50);
        Assert.All(rising, one => Assert.Equal(
            one.Of.Contains(" native,", StringComparison.Ordinal) ? GrowthSeriesKind.Outside : GrowthSeriesKind.Live, one.Kind));
    }

    [Fact]
    public void What_was_watched_too_short_says_how_long_to_watch()
    {
        var minutes = MemoryGrowth.Of([.. Enumerable.Range(0, 600).Select(second => new GrowthPoint(second, 1e8 + second, 0))], MemoryGrowth.Day);
        Assert.Equal((GrowthShape.TooEarly, 2 * 86400.0), (minutes.Shape, minutes.WatchSeconds));
        var few = MemoryGrowth.Of([.. Enumerable.Range(0, 60).Select(second => new GrowthPoint(second, 1e8, 0))], TimeSpan.FromSeconds(1));
        Assert.Equal(120, few.WatchSeconds!.Value, 5.0);
    }

    /// <summary>Of a crash loop; and of what was read at three times of the day only.</summary>
    [Fact]
    public void What_lives_too_short_or_was_read_at_too_few_times_is_too_early()
    {
        GrowthPoint[] lives(int many) => [.. Enumerable.Range(0, many).Select(life => new GrowthPoint(life * 600, 1e8 + life, life))];
        Assert.Equal(GrowthShape.TooEarly, MemoryGrowth.Of(lives(200), TimeSpan.FromHours(1)).Shape);
        Assert.Equal(GrowthShape.TooEarly, MemoryGrowth.Of(lives(2000), TimeSpan.FromHours(1)).Shape);
        var bursts = Enumerable.Range(0, 100).Select(number => new GrowthPoint((number % 3 * 4e5) + number, 1e8 + (1e5 * number), 0));
        Assert.Equal(GrowthShape.TooEarly, MemoryGrowth.Of([.. bursts.OrderBy(point => point.Seconds)], MemoryGrowth.Day, inBin: 1).Shape);
    }

    /// <summary>A number a second and an hour's worth of it.</summary>
    [Fact]
    public void The_rate_is_the_programs()
    {
        var growth = MemoryGrowth.Of(
            [.. Enumerable.Range(0, 3600).Select(second => new GrowthPoint(second, 1e8 + (5e4 * second) + (1e6 * Math.Sin(second)), 0))],
            TimeSpan.FromSeconds(60));
        Assert.Equal(GrowthShape.Linear, growth.Shape);
        Assert.InRange(growth.BytesASecond!.Value, 5e4 - (4 * growth.Error!.Value) - 1, 5e4 + (4 * growth.Error.Value) + 1);
        Assert.InRange(growth.RiseBytes!.Value / (5e4 * 3600), 0.97, 1.03);
    }

    /// <summary>
    /// What 576 collections found alive of growing.cs, "linear" with seed 5: at 18 s the list of what it keeps doubles. A logarithm after a warm-up
    /// fits that best, and is straight for most of the time.
    /// </summary>
    [Fact]
    public void A_line_with_a_small_jump_in_it_is_a_line()
    {
        var points = JsonSerializer.Deserialize<double[][]>(File.ReadAllText(Fixture()))!;
        var growth = MemoryGrowth.Of([.. points.Select(point => new GrowthPoint(point[0], 1024 * point[1], 0))], TimeSpan.FromSeconds(2), inBin: 1);
        Assert.Equal((GrowthShape.Linear, null), (growth.Shape, growth.Why));
        Assert.InRange(growth.BytesASecond!.Value * 48, 4.1e6, 4.5e6);

        static string Fixture([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "../fixtures/growth/a-list-that-doubles.json");
    }

    private static IEnumerable<ToldSeries> Half(int first) => Real.Value.Skip(first).Take(RealSeries.Half);

    private void AreTold(IEnumerable<ToldSeries> labelled, int mostMissed, int mostWrong)
    {
        var told = labelled.ToList();
        var missed = told.Where(one => !one.IsRight).ToList();
        foreach (var (number, of, series, kind, growth) in missed)
            output.WriteLine($"{number}: {series.Course}, {of}, {kind}, right: {string.Join(" or ", series.Right)}, told: {growth.Shape} {growth.Why}");
        foreach (var kind in told.GroupBy(one => $"{one.Of.Split(',')[0]} {one.Series.Course}").OrderBy(kind => kind.Key))
            output.WriteLine($"{kind.Key}: {string.Join(", ", kind.CountBy(Answer).Select(count => $"{count.Value} {count.Key}"))}");
        output.WriteLine(string.Join(", ", told.CountBy(Answer).Select(count => $"{count.Value} {count.Key}")));
        Assert.InRange(missed.Count, 0, mostMissed);
        Assert.InRange(missed.Count(one => one.Growth.Shape != GrowthShape.TooEarly), 0, mostWrong);

        static string Answer(ToldSeries one) =>
            (one.Growth.Shape == GrowthShape.TooEarly, one.IsRight) switch
            {
                (true, true) => "too early, rightly",
                (true, false) => "too early, wrongly",
                (false, true) => "course told",
                _ => "wrong",
            };
    }

    /// <param name="Of">Its runtime, what the program was told to do, and how clear its course is; empty of a generated one.</param>
    /// <param name="Kind">By which series it was told.</param>
    private sealed record ToldSeries(int Number, string Of, LabelledSeries Series, GrowthSeriesKind Kind, MemoryGrowth Growth)
    {
        public bool IsRight => Series.Right.Contains(Growth.Shape);

        public static ToldSeries Judged(int number, string of, LabelledSeries series, IReadOnlyList<HeapPoint> heap)
        {
            var judged = JoinedGrowth.Judge(series.Points, heap, MemoryGrowth.Day);
            return new ToldSeries(number, of, series, judged.Of, judged.Course);
        }
    }
}
