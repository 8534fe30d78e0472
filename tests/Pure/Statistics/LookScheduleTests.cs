using System.Text.Json;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;
using MathNet.Numerics.Distributions;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class LookScheduleTests
{
    private sealed record Case(int[] Pairs, double Alpha, double[] Levels);

    private sealed record Document(string Rpact, Case[] Cases);

    private static readonly JsonSerializerOptions Json =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>What rpact computed (eng/look-levels-golden.R).</summary>
    private static readonly Document Golden = JsonSerializer.Deserialize<Document>(
        typeof(LookScheduleTests).Assembly.GetManifestResourceStream("look-levels-golden.json")!, Json)!;

    public static TheoryData<int> Cases => [.. Enumerable.Range(0, Golden.Cases.Length)];

    [Theory]
    [MemberData(nameof(Cases))]
    public void The_levels_are_those_of_rpact(int number)
    {
        // rpact's integrals are good to 1e-9: of ten looks it has the second at 1.0770e-6 and, where the same fraction
        // is the first of five and needs no integral, at 1.0777e-6.
        var golden = Golden.Cases[number];
        var levels = LookSchedule.Of(golden.Pairs).Levels(golden.Alpha);
        Assert.All(golden.Levels.Zip(levels), level =>
            Assert.Equal(level.First, level.Second, 2e-5 * level.First + 2e-9));
    }

    /// <summary>
    /// From the documentation of SeqBounds.jl, which has one side at 0.05: with two the total is 0.1, and that a path
    /// passes both is too rare to show.
    /// </summary>
    [Fact]
    public void Four_looks_have_the_bounds_of_SeqBounds() =>
        Assert.All(
            new[] { 3.74955, 2.53993, 2.01604, 1.72014 }.Zip(LookSchedule.Of(1, 2, 3, 4).Levels(0.1)),
            look => Assert.Equal(look.First, -Normal.InvCDF(0, 1, look.Second / 2), 1e-3));

    [Fact]
    public void The_total_that_a_p_asks_for_is_the_one_whose_level_it_is()
    {
        var schedule = LookSchedule.Of(8, 14, 20);
        foreach (var look in schedule.Looks.Select(schedule.At))
        {
            foreach (var total in new[] { 0.2, 0.05, 0.05 / 3, 0.05 / 24, 1e-6 })
                Assert.Equal(total, look.TotalFor(look.Level(total)), 1e-9 * total);
            var ps = Enumerable.Range(0, 17).Select(index => Math.Pow(2, -index)).ToList();
            Assert.All(ps, p => Assert.InRange(look.TotalFor(p), p, 1));
            Assert.Equal(ps.Select(look.TotalFor), ps.Select(look.TotalFor).OrderDescending());
        }
    }

    /// <summary>The first looks spend less than a double can hold, and leave everything to the last.</summary>
    [Fact]
    public void Looks_that_come_far_too_early_do_no_harm()
    {
        var schedule = LookSchedule.Of(1, 2, 1000);
        Assert.All(schedule.Levels(0.05), level => Assert.True(level > 0));
        Assert.Equal(0.05, schedule.Levels(0.05)[2], 1e-9);
        Assert.All(new[] { 0.2, 0.05, 1e-3, 1e-9 }, p => Assert.Equal(p, schedule.At(1000).TotalFor(p), 1e-9 * p));
        var one = new PairedMetric("", EffectScale.Ratio, 0.01, BetterWhen.Lower, [1], [2]);
        var primary = TrialDecision.Of([new ArmMetrics("a", one, [])], schedule.At(1)).Arms[0].Primary;
        Assert.Equal((Verdict.Undecided, EffectGap.TooFewPairs), (primary.Verdict, primary.Effect.Gap));
    }

    [Fact]
    public void A_share_of_alpha_has_stricter_levels_than_the_same_share_of_the_level()
    {
        var look = LookSchedule.Of(10, 20).At(10);
        Assert.True(look.Level(0.05 / 3) < 0.5 * look.Level(0.05) / 3);
    }

    [Fact]
    public void A_single_look_is_no_correction()
    {
        var only = LookSchedule.Of(6).At(6);
        Assert.Equal((0.05, 2.0 / 64), (only.Level(0.05), only.TotalFor(2.0 / 64)));
    }

    [Theory]
    [InlineData(20, 1, 1, new[] { 20 })]
    [InlineData(6, 3, 1, new[] { 6 })]
    [InlineData(12, 2, 1, new[] { 12 })] // after six the least p, 0.031, is far above the level, 0.003
    [InlineData(12, 3, 1, new[] { 8, 12 })]
    [InlineData(10, 3, 1, new[] { 10 })]
    [InlineData(11, 3, 1, new[] { 8, 11 })]
    [InlineData(20, 4, 1, new[] { 10, 15, 20 })] // after five nothing can be claimed
    [InlineData(13, 3, 1, new[] { 9, 13 })]
    [InlineData(13, 3, 8, new[] { 13 })] // a share of an eighth cannot use the ninth pair
    [InlineData(2, 5, 1, new[] { 2 })]
    public void Looks_are_planned_where_something_can_be_claimed(int pairs, int looks, int hypotheses, int[] planned) =>
        Assert.Equal(planned, LookSchedule.Planned(pairs, looks, 0.05 / hypotheses).Looks);

    [Fact]
    public void Between_the_looks_nothing_may_be_claimed()
    {
        var schedule = LookSchedule.Of(10, 20);
        Assert.True(schedule.At(10).MayClaim && schedule.At(20).MayClaim);
        Assert.False(schedule.At(9).MayClaim || schedule.At(11).MayClaim || schedule.At(21).MayClaim);
    }

    [Fact]
    public void Looks_that_do_not_rise_are_refused()
    {
        Assert.Throws<ArgumentException>(() => LookSchedule.Of());
        Assert.Throws<ArgumentException>(() => LookSchedule.Of(0, 5));
        Assert.Throws<ArgumentException>(() => LookSchedule.Of(10, 10));
        Assert.Throws<ArgumentOutOfRangeException>(() => LookSchedule.Of(10, 20).Levels(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => LookSchedule.Planned(20, looks: 0));
    }
}
