using System.Text.Json;
using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Tests.Pure.Statistics;

/// <summary>Against SciPy (eng/rank-sum-golden.py) and printed tables.</summary>
public sealed class RankSumTests
{
    public sealed record Shift(double Estimate, double? Low, double? High);

    public sealed record Case(string Name, double[] First, double[] Second, double U, double TwoSided, Shift? Shift);

    private sealed record Document(string Scipy, double Alpha, Case[] Cases);

    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private static readonly IReadOnlyDictionary<string, Case> Cases = Read();

    public static TheoryData<string> Names => [.. Cases.Keys];

    public static TheoryData<string> NamesWithShift => [.. Cases.Values.Where(one => one.Shift is not null).Select(one => one.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Agrees_with_scipy(string name)
    {
        var golden = Cases[name];
        var test = RankSum.Of(golden.First, golden.Second);
        Assert.Equal(golden.U, test.U);
        Assert.Equal(golden.TwoSided, test.PTwoSided, 1e-9);
        Assert.Equal(golden.First.Length + golden.Second.Length <= 100, test.IsExact);
    }

    [Theory]
    [MemberData(nameof(NamesWithShift))]
    public void Agrees_with_shifts_that_scipy_does_not_reject(string name)
    {
        var golden = Cases[name];
        var shift = ShiftEstimate.Of(golden.First, golden.Second, 0.05);
        Assert.Equal(golden.Shift!.Estimate, shift.Estimate, 1e-9);
        Assert.Equal(golden.Shift.Low is null, shift.Interval is null);
        if (shift.Interval is null) return;
        Assert.Equal(golden.Shift.Low!.Value, shift.Interval.Low, 1e-9);
        Assert.Equal(golden.Shift.High!.Value, shift.Interval.High, 1e-9);
        Assert.InRange(shift.Interval.Confidence, 0.95, 0.99);
    }

    /// <summary>Two-sided 5% points of U as printed (Siegel 1956, Nonparametric Statistics, table K).</summary>
    [Theory]
    [InlineData(3, 4, null)]
    [InlineData(3, 5, 0)]
    [InlineData(4, 4, 0)]
    [InlineData(5, 5, 2)]
    [InlineData(4, 9, 4)]
    [InlineData(8, 8, 13)]
    [InlineData(9, 13, 28)]
    [InlineData(10, 10, 23)]
    [InlineData(20, 20, 127)]
    public void Agrees_with_printed_critical_values(int first, int second, int? printed)
    {
        Assert.Equal(printed, RankSumDistribution.Untied(first, second).CriticalValue(0.05));
        Assert.Equal(printed, RankSumDistribution.Untied(second, first).CriticalValue(0.05));
    }

    /// <summary>Hollander and Wolfe 1973, Nonparametric Statistical Methods, chapter 4: one-sided p 0.1272.</summary>
    [Fact]
    public void Agrees_with_the_published_example_of_Hollander_and_Wolfe() =>
        Assert.Equal(2 * 0.1272, RankSum.Of(Cases["permeability"].First, Cases["permeability"].Second).PTwoSided, 1e-4);

    [Theory]
    [InlineData(0.05, 4)]
    [InlineData(0.05 / 2, 5)]
    [InlineData(0.05 / 5, 5)]
    [InlineData(0.05 / 7, 6)]
    public void Says_how_many_values_each_sample_needs(double alpha, int each)
    {
        Assert.Equal(each, ShiftEstimate.EachNeeded(alpha));
        Assert.NotNull(Apart(each).Interval);
        Assert.Null(Apart(each - 1).Interval);

        ShiftEstimate Apart(int count) =>
            ShiftEstimate.Of([.. Enumerable.Range(0, count).Select(Convert.ToDouble)], [.. Enumerable.Range(100, count).Select(Convert.ToDouble)], alpha);
    }

    [Fact]
    public void Equal_values_have_a_shift_of_nothing() =>
        Assert.Equal((0, 0, 0), ShiftEstimate.Of([7, 7, 7, 7], [7, 7, 7, 7], 0.05) is { Interval: { } interval } shift
            ? (shift.Estimate, interval.Low, interval.High) : default((double, double, double)?));

    [Fact]
    public void A_tiny_p_is_not_nothing()
    {
        var (low, high) = (Enumerable.Range(0, 50).Select(Convert.ToDouble).ToArray(), Enumerable.Range(100, 50).Select(Convert.ToDouble).ToArray());
        Assert.InRange(RankSum.Of(low, high).PTwoSided, 1e-29, 1e-28);
        Assert.Equal(RankSum.Of(low, high).PTwoSided, RankSum.Of(high, low).PTwoSided, 1e-40);
    }

    [Fact]
    public void What_is_no_number_or_nothing_is_refused()
    {
        Assert.Throws<ArgumentException>(() => RankSum.Of([], [1]));
        Assert.Throws<ArgumentException>(() => RankSum.Of([1, double.NaN], [1]));
        Assert.Throws<ArgumentException>(() => ShiftEstimate.Of([1], [], 0.05));
    }

    private static Dictionary<string, Case> Read()
    {
        using var stream = typeof(RankSumTests).Assembly.GetManifestResourceStream("rank-sum-golden.json")!;
        return JsonSerializer.Deserialize<Document>(stream, Json)!.Cases.ToDictionary(one => one.Name);
    }
}
