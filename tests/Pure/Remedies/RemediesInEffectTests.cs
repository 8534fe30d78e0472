using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class RemediesInEffectTests
{
    private static readonly Member On = MadeFamilies.WithThreshold(0);
    private static readonly Member Off = MadeFamilies.WithThreshold(700);
    private static readonly Member Unknown = MadeFamilies.WithThreshold(null);

    [Fact]
    public void It_took_effect_only_if_every_serving_member_shows_it()
    {
        Assert.True(TookEffect(On, On));
        Assert.False(TookEffect(On, Off));
        Assert.False(TookEffect(Unknown, Off));
        Assert.Null(TookEffect(On, Unknown));
        // A lone process serves itself.
        Assert.True(RemediesInEffect.TookEffect(new GcThreshold0(), MadeFamilies.Family(On)));

        static bool? TookEffect(params Member[] workers) =>
            RemediesInEffect.TookEffect(new GcThreshold0(), MadeFamilies.Family(Off, workers));
    }

    /// <summary>One that acts in the master shows in the master, and nowhere before that has forked.</summary>
    [Fact]
    public void What_acts_in_the_master_shows_there()
    {
        Member frozen = Frozen(true), thawed = Frozen(false);
        Assert.True(RemediesInEffect.TookEffect(new GcFreezeMaster(), MadeFamilies.Family(frozen, thawed)));
        Assert.False(RemediesInEffect.TookEffect(new GcFreezeMaster(), MadeFamilies.Family(thawed, frozen)));
        Assert.Null(RemediesInEffect.TookEffect(new GcFreezeMaster(), MadeFamilies.Family(frozen)));
        Assert.False(RemediesInEffect.TookEffect(
            new GcFreezeMaster(), MadeFamilies.Family(frozen with { Runtime = new RuntimeFacts("dotnet", "10.0", null) })));

        static Member Frozen(bool set) => Off with
        {
            Runtime = Off.Runtime! with { Collector = Off.Runtime.Collector! with { Frozen = set } },
        };
    }

    [Fact]
    public void What_was_asked_for_is_listed_though_it_is_not_on_and_what_is_on_though_nobody_asked()
    {
        var asked = Off with { Settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = "another,cpython.gc-threshold-0" } };
        Assert.Equal([new("cpython.gc-threshold-0", false)], RemediesInEffect.Of(MadeFamilies.Family(asked)));
        Assert.Equal([new("cpython.gc-threshold-0", true)], RemediesInEffect.Of(MadeFamilies.Family(On)));
        Assert.Empty(RemediesInEffect.Of(MadeFamilies.Family(Off)));
    }

    /// <summary>One that nobody asked for by itself is named as a part of the one that brought it.</summary>
    [Fact]
    public void What_another_brings_with_it_is_a_part_of_that()
    {
        var on = On with
        {
            Settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = "cpython.collect-when" },
            Notes = new KitNotes(["cpython.collect-when"], []),
            Runtime = On.Runtime! with { Collector = On.Runtime.Collector! with { Frozen = true } },
        };
        const string Whole = "cpython.collect-when";
        Assert.Equal(
            [new("cpython.gc-freeze", true, Whole), new("cpython.gc-threshold-0", true, Whole), new(Whole, true)],
            RemediesInEffect.Of(MadeFamilies.Family(on)));
        var both = on with { Settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = "cpython.collect-when,cpython.gc-freeze" } };
        Assert.Contains(new("cpython.gc-freeze", true), RemediesInEffect.Of(MadeFamilies.Family(both)));
    }
}
