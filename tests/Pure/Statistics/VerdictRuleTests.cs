using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class VerdictRuleTests
{
    [Theory]
    [InlineData(-0.30, -0.20, Verdict.Better, Verdict.Worse)]
    [InlineData(0.20, 0.30, Verdict.Worse, Verdict.Better)]
    [InlineData(-0.30, -0.001, Verdict.Better, Verdict.Worse)] // reaches into the margin, but 0 is excluded
    [InlineData(-0.30, 0, Verdict.Undecided, Verdict.Undecided)] // 0 on the end is not excluded
    [InlineData(-0.30, 0.30, Verdict.Undecided, Verdict.Undecided)]
    [InlineData(-0.02, 0.06, Verdict.Undecided, Verdict.Undecided)]
    [InlineData(-0.05, 0.05, Verdict.Equivalent, Verdict.Equivalent)] // the margin itself is still the same
    [InlineData(0.01, 0.04, Verdict.Equivalent, Verdict.Equivalent)] // excludes 0, and yet too small to matter
    [InlineData(double.NaN, double.NaN, Verdict.Undecided, Verdict.Undecided)]
    public void Follows_from_interval_and_margin(double low, double high, Verdict lower, Verdict higher)
    {
        var change = new Interval(low, high, 0.95);
        Assert.Equal(lower, new VerdictRule(0.05, BetterWhen.Lower).Decide(change, 0.01));
        Assert.Equal(higher, new VerdictRule(0.05, BetterWhen.Higher).Decide(change, 0.01));
    }

    [Theory]
    [InlineData(0.05)]
    [InlineData(1)]
    [InlineData(double.NaN)]
    public void A_p_that_the_family_does_not_bear_is_no_claim(double adjustedP) =>
        Assert.Equal(
            Verdict.Undecided,
            new VerdictRule(0.05, BetterWhen.Lower).Decide(new Interval(-0.3, -0.2, 0.95), adjustedP));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void No_interval_is_never_equivalent_and_never_a_claim(double adjustedP) =>
        Assert.Equal(Verdict.Undecided, new VerdictRule(1000, BetterWhen.Lower).Decide(change: null, adjustedP));

    [Theory]
    [InlineData(-0.30, 0.05, true, false)] // as good as one likes, at worst the margin itself
    [InlineData(-0.05, 0.30, false, true)]
    [InlineData(-0.04, 0.04, true, true)]
    [InlineData(-0.30, 0.051, false, false)]
    [InlineData(0.30, 0.40, false, true)]
    [InlineData(double.NaN, double.NaN, false, false)]
    public void Not_worse_looks_at_the_harmful_end_alone(double low, double high, bool lower, bool higher)
    {
        var change = new Interval(low, high, 0.95);
        Assert.Equal(lower, new VerdictRule(0.05, BetterWhen.Lower).IsNotWorse(change));
        Assert.Equal(higher, new VerdictRule(0.05, BetterWhen.Higher).IsNotWorse(change));
    }

    [Fact]
    public void No_interval_is_never_not_worse() =>
        Assert.False(new VerdictRule(1000, BetterWhen.Lower).IsNotWorse(change: null));
}
