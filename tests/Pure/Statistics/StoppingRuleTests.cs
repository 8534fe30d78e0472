using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class StoppingRuleTests
{
    private static readonly double[] Noise = [3, -4, 1, -2, 5, -3, 2, -1, 4, -5, 3, -4, 1, -2, 5, -3, 2, -1, 4, -5];

    private static readonly StoppingRule Rule = new(LookSchedule.Of(14, 17, 20), Alpha: 0.05, Seed: 1, Futility: true);

    [Fact]
    public void A_clear_effect_ends_it_at_the_first_look_and_not_before()
    {
        Assert.Equal(TrialState.GoesOn, After(13, 30));
        Assert.Equal(TrialState.Decided, After(14, 30));
    }

    [Fact]
    public void All_arms_must_be_decided()
    {
        Assert.Equal(TrialState.GoesOn, After(14, 30, 2.5));
        Assert.Equal(TrialState.Decided, After(14, 30, -30));
    }

    [Fact]
    public void Without_a_shift_it_is_futile_between_looks_too()
    {
        Assert.Equal(TrialState.Futile, After(15, 0));
        Assert.Equal(TrialState.GoesOn, After(15, 0, 30)); // the other arm has its claim at the next look
        Assert.Equal(TrialState.Decided, After(14, 0, 30));
    }

    [Fact]
    public void Where_that_is_not_asked_for_it_is_never_given_up()
    {
        Assert.Equal(TrialState.GoesOn, (Rule with { Futility = false }).After(Arms(15, 0), 15));
        Assert.Equal(TrialState.Decided, (Rule with { Futility = false }).After(Arms(14, 30), 14));
    }

    [Fact]
    public void The_full_number_is_the_end_whatever_it_shows()
    {
        Assert.Equal(TrialState.Complete, After(20, 0));
        Assert.Equal(TrialState.Complete, After(20, 30));
    }

    [Fact]
    public void A_metric_without_data_neither_decides_nor_gives_up()
    {
        var unread = new ArmMetrics(
            "a", new PairedMetric("", EffectScale.Difference, 0.1, BetterWhen.Lower, [], []), []);
        Assert.Equal(TrialState.GoesOn, Rule.After([unread], 14));
    }

    private static TrialState After(int pairs, params double[] shifts) => Rule.After(Arms(pairs, shifts), pairs);

    private static ArmMetrics[] Arms(int pairs, params double[] shifts) =>
        [.. shifts.Select(shift => new ArmMetrics(
            $"{shift}",
            new PairedMetric(
                "", EffectScale.Difference, 0.1, BetterWhen.Lower,
                [.. Noise[..pairs].Select(_ => 0.0)], [.. Noise[..pairs].Select(each => each + shift)]),
            []))];
}
