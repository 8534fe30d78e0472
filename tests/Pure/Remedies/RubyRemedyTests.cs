using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>What is true of the remedies that act inside Ruby.</summary>
public sealed class RubyRemedyTests
{
    [Theory]
    [InlineData("ruby.warmup", "3.1.2", "it is for Ruby 3.3 and later, and this is 3.1.2")]
    [InlineData("ruby.warmup", "3.3.8", null)]
    [InlineData("ruby.compact-before-fork", "3.0.4", "it is for Ruby 3.1 and later, and this is 3.0.4")]
    [InlineData("ruby.compact-before-fork", "3.1.2", null)]
    public void A_version_without_it_is_refused_by_name(string id, string version, string? why) =>
        Assert.Equal(why, RemedyCatalogue.Find(id)!.Refusal(MadeFamilies.Family(
            MadeRuby.Weighed(1) with { Runtime = new RuntimeFacts("cruby", version, null) }, MadeRuby.Weighed(2))));

    [Fact]
    public void Another_runtime_is_refused() => Assert.NotNull(new Warmup().Refusal(MadeFamilies.Family(MadeFamilies.Master())));

    /// <summary>What acts in the master does so to what the master has loaded.</summary>
    [Theory]
    [InlineData("ruby.warmup")]
    [InlineData("ruby.compact-before-fork")]
    public void A_server_that_loads_in_its_workers_is_warned(string id) =>
        Assert.Contains(RemedyCatalogue.Find(id)!.Risks, risk => risk.EndsWith("(Puma without preload_app!)", StringComparison.Ordinal));

    [Theory]
    [InlineData("--disable-gems", true)]
    [InlineData("--disable=gems", true)]
    [InlineData("-w", false)]
    public void Without_RubyGems_it_cannot_come_in(string option, bool refused) =>
        Assert.Equal(refused, new Warmup().RefusalAtLaunch(new Dictionary<string, string>(), ["ruby", option, "a.rb", "--disable-gems"]) is not null);

    [Theory]
    [InlineData("ruby.warmup", true, false, true)]
    [InlineData("ruby.warmup", false, true, false)]
    [InlineData("ruby.warmup", false, false, null)] // asked for, and its time has not come
    [InlineData("", false, false, false)]
    public void It_took_effect_where_the_kit_says_so(string asked, bool on, bool refused, bool? took)
    {
        var member = MadeRuby.Member() with
        {
            Settings = new Dictionary<string, string> { [WatchedSettings.Remedies] = asked },
            Notes = new KitNotes(on ? ["ruby.warmup"] : [], []) { Refused = refused ? ["ruby.warmup"] : [] },
        };
        Assert.Equal(took, new Warmup().TookEffect(member));
    }
}
