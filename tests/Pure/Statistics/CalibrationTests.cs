using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Ranks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

/// <summary>Simulated trials: intervals cover as often as they say, A/A trials claim no oftener than alpha.</summary>
public sealed class CalibrationTests
{
    private const int Runs = 2500;

    public static TheoryData<string, int> Shapes
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (var shape in new[] { "normal", "skewed", "heavy" })
                foreach (var pairs in new[] { 6, 7, 8, 9, 10, 12 })
                    data.Add(shape, pairs);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void The_interval_covers_the_true_ratio_as_often_as_it_says(string shape, int pairs)
    {
        const double ratio = 0.8;
        var draws = new Draws((ulong)pairs);
        var (covered, said) = (0, 0.0);
        for (var run = 0; run < Runs; run++)
        {
            var baseline = draws.Many(pairs, one => 100 * Math.Exp(Noise(one, shape)));
            var arm = draws.Many(pairs, one => 100 * ratio * Math.Exp(Noise(one, shape)));
            var interval = PairedEffect.OnRatios(baseline, arm).Interval!;
            said = interval.Confidence;
            if (!interval.Excludes(ratio)) covered++;
        }

        Assert.True(said >= 0.95);
        Rate.Near(said, covered, Runs); // exact, so covering too often would be a fault as well
    }

    [Theory]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(12)]
    public void The_interval_of_whole_numbers_covers_at_least_as_often(int pairs)
    {
        var draws = new Draws(77);
        var (covered, said) = (0, 0.0);
        for (var run = 0; run < Runs; run++)
        {
            // Two seconds longer in truth; what is seen is -1, 0 or +1 around it, with many ties and some zeros.
            var interval = HodgesLehmann.Of(draws.Many(pairs, one => 2 + Math.Round(1.2 * one.Normal()))).Interval!;
            said = interval.Confidence;
            if (!interval.Excludes(2)) covered++;
        }

        Rate.NotBelow(said, covered, Runs);
    }

    [Theory]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(10)]
    public void Where_the_differences_themselves_are_skewed_coverage_falls_short_by_a_point_at_most(int pairs)
    {
        const double pseudoMedian = 0.839173; // half the median of a gamma of shape 2, which two exponentials sum to
        var draws = new Draws(3);
        var covered = 0;
        for (var run = 0; run < Runs; run++)
        {
            var centre = HodgesLehmann.Of(draws.Many(pairs, one => one.Exponential()));
            if (!centre.Interval!.Excludes(pseudoMedian)) covered++;
        }

        Rate.NotBelow(0.94, covered, Runs);
    }

    [Theory]
    [InlineData("normal", 6)]
    [InlineData("skewed", 7)]
    [InlineData("heavy", 10)]
    public void An_AA_trial_claims_on_its_primary_metric_no_more_often_than_alpha(string shape, int pairs)
    {
        var draws = new Draws(1000 + (ulong)pairs);
        var claims = Enumerable.Range(0, Runs).Count(_ =>
            Claims(Decide(Same(draws, shape, pairs)).Primary));
        Rate.NotAbove(0.05, claims, Runs);
        Assert.True(claims > Runs / 100, $"only {claims} claims: this simulation could not show a fault");
    }

    [Theory]
    [InlineData("normal", 6, false)]
    [InlineData("skewed", 9, false)]
    [InlineData("heavy", 10, false)]
    [InlineData("normal", 10, true)]
    public void An_AA_trial_claims_anything_among_eight_others_no_more_often_than_alpha(
        string shape, int pairs, bool alike)
    {
        var draws = new Draws(2000 + (ulong)pairs);
        var claims = 0;
        for (var run = 0; run < Runs; run++)
        {
            var primary = Same(draws, shape, pairs);
            var others = Enumerable.Range(0, 8).Select(_ => Same(draws, shape, pairs, alike ? primary : null));
            if (Decide(primary, [.. others]).Others.Any(Claims)) claims++;
        }

        Rate.NotAbove(0.05, claims, Runs);
        if (pairs >= 9) Assert.True(claims > 0, "no claim at all: this simulation could not show a fault");
    }

    [Fact]
    public void Without_the_correction_eight_metrics_and_six_pairs_would_claim_in_a_fifth_of_trials()
    {
        var draws = new Draws(9);
        var claims = Enumerable.Range(0, Runs).Count(_ =>
            Enumerable.Range(0, 8).Any(_ => Claims(Decide(Same(draws, "normal", 6)).Primary)));
        // Any stops at the first claim, which leaves the draws of later trials independent all the same.
        Rate.Near(1 - Math.Pow(1 - 2.0 / 64, 8), claims, Runs);
    }

    private static ArmDecision Decide(PairedMetric primary, params IReadOnlyList<PairedMetric> others) =>
        TrialDecision.Of([new ArmMetrics("arm", primary, others)]).Arms[0];

    private static bool Claims(MetricVerdict metric) => metric.Verdict is Verdict.Better or Verdict.Worse;

    /// <summary>A metric that is the same in both arms; it may follow another, <paramref name="like"/>.</summary>
    private static PairedMetric Same(Draws draws, string shape, int pairs, PairedMetric? like = null)
    {
        return new("same", EffectScale.Ratio, 0.001, BetterWhen.Lower, [.. Arm(like?.Baseline)], [.. Arm(like?.Arm)]);

        double[] Arm(IReadOnlyList<double>? other)
        {
            var values = draws.Many(pairs, one => Math.Exp(Noise(one, shape)));
            if (other is null) return values;
            // The other's noise counts nine times: a correlation of 0.99.
            return [.. values.Zip(other, (own, shared) => shared * Math.Pow(own, 1.0 / 9))];
        }
    }

    private static double Noise(Draws draws, string shape) => shape switch
    {
        "normal" => 0.1 * draws.Normal(),
        "skewed" => 0.1 * draws.Exponential(),
        "heavy" => 0.01 * draws.HeavyTailed(),
        _ => throw new ArgumentOutOfRangeException(nameof(shape)),
    };
}
