using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Tests.Pure.Statistics;

public sealed class CombinedVerdictTests
{
    [Fact]
    public void It_is_better_only_where_every_class_is()
    {
        Assert.Equal((Verdict.Better, "small"), Worst(Class("large", 0.5), Class("small", 0.8)));
        Assert.Equal((Verdict.Equivalent, "small"), Worst(Class("large", 0.5), Class("small", 1)));
        Assert.Equal((Verdict.Undecided, "small"), Worst(Class("small", 0.99, spread: 0.1), Class("large", 0.5)));
    }

    [Fact]
    public void One_class_that_gets_worse_is_named_however_much_the_others_gain()
    {
        var combined = Combine(Class("large", 0.01), Class("small", 1.2), Class("old", 0.01));
        Assert.Equal((Verdict.Worse, "small", "worse on small"), (combined.Verdict, combined.Worst!.Class, combined.Why));
        Assert.Equal(["large", "small", "old"], combined.Classes.Select(one => one.Class));
    }

    [Fact]
    public void A_class_without_data_makes_it_undecided()
    {
        Assert.Equal((Verdict.Undecided, "old"), Worst(Class("large", 0.5), new ClassVerdict("old", null)));
        var empty = TrialDecision.Of([new ArmMetrics(
            "arm", new PairedMetric("", EffectScale.Ratio, 0.05, BetterWhen.Lower, [], []), [])]).Arms[0].Primary;
        var combined = Combine(Class("large", 1), new ClassVerdict("old", empty));
        Assert.Equal((Verdict.Undecided, "no data from old"), (combined.Verdict, combined.Why));
    }

    [Fact]
    public void Data_that_are_missing_do_not_hide_the_class_that_got_worse()
    {
        var combined = Combine(new ClassVerdict("old", null), Class("small", 1.2));
        Assert.Equal((Verdict.Undecided, "small"), (combined.Verdict, combined.Worst!.Class));
        Assert.Equal("no data from old; worse on small", combined.Why);
    }

    [Fact]
    public void Among_equals_the_one_that_leaves_most_harm_open_is_the_worst()
    {
        Assert.Equal("much", Worst(Class("little", 1.1), Class("much", 1.3)).Class);
        Assert.Equal("much", Worst(BetterWhen.Higher, Class("little", 1.3), Class("much", 1.1)).Class);
    }

    [Fact]
    public void No_trial_is_no_verdict() =>
        Assert.Equal((Verdict.Undecided, null), (Combine().Verdict, Combine().Worst));

    private static CombinedVerdict Combine(params IReadOnlyList<ClassVerdict> classes) =>
        CombinedVerdict.Of(classes, BetterWhen.Lower);

    private static (Verdict Verdict, string Class) Worst(params IReadOnlyList<ClassVerdict> classes) =>
        Worst(BetterWhen.Lower, classes);

    private static (Verdict Verdict, string Class) Worst(BetterWhen betterWhen, params IReadOnlyList<ClassVerdict> classes)
    {
        var combined = CombinedVerdict.Of(classes, betterWhen);
        return (combined.Verdict, combined.Worst!.Class);
    }

    private static ClassVerdict Class(string name, double ratio, double spread = 0.001) =>
        new(name, TrialDecision.Of([new ArmMetrics(
            "arm",
            new PairedMetric(
                "pss_bytes", EffectScale.Ratio, 0.01, BetterWhen.Lower,
                [100, 100, 100, 100, 100, 100, 100],
                [.. new[] { -1, 1, -0.5, 0.5, -0.2, 0.3, 0 }.Select(each => 100 * ratio * (1 + spread * each))]),
            [])]).Arms[0].Primary);
}
