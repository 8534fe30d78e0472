using Lowtide.Trials;

namespace Lowtide.Tests.Pure.Trials;

public sealed class RequirementTests
{
    [Theory]
    [InlineData("better:pss_bytes", true)]
    [InlineData("worse:pss_bytes", false)]
    [InlineData("equivalent:pss_bytes", false)]
    [InlineData("equivalent:ready_seconds", true)]
    [InlineData("undecided:private_bytes", true)]
    public async Task ItHoldsIfTheVerdictIsThatVeryOne(string text, bool holds)
    {
        var servers = new MadeUpServers((arm, pair, _) => Made.Run(arm, pair, (arm.Remedies.Count > 0 ? 80 : 100) * Made.MiB));
        // Six pairs decide one metric; "equivalent" needs an interval at its level too, so the family has to be small.
        var result = await new Trial(Made.Plan(pairs: text.Contains("ready") ? 12 : 6), servers).RunAsync(default);
        Assert.Equal(holds, Assert.Single(Requirement.ParseAll(text)).HoldsIn(result));
    }

    [Fact]
    public async Task NoDataNeverPass()
    {
        var nothing = new LoadReport(null, null, null, null, null, null, null);
        var servers = new MadeUpServers((arm, pair, _) => Made.Run(arm, pair, 100 * Made.MiB, nothing));
        var result = await new Trial(Made.Plan(pairs: 12), servers).RunAsync(default);
        foreach (var verdict in new[] { "better", "worse", "equivalent", "undecided" })
            Assert.False(Assert.Single(Requirement.ParseAll($"{verdict}:requests_per_second")).HoldsIn(result));
        Assert.Equal("not measured", Requirement.ParseAll("better:slow_share")[0].Actual(result));
    }

    [Fact]
    public void SeveralAreSeparatedByCommas() => Assert.Equal(
        ["better:pss_bytes", "equivalent:latency_p99_seconds"],
        Requirement.ParseAll("better:pss_bytes,equivalent:latency_p99_seconds").Select(each => each.ToString()));

    [Fact]
    public void NoneIsNone() => Assert.Empty(Requirement.ParseAll(null));

    [Theory]
    [InlineData("", "VERDICT:METRIC")]
    [InlineData("better", "VERDICT:METRIC")]
    [InlineData("best:pss_bytes", "VERDICT:METRIC")]
    [InlineData("better:pss_bytes:1", "VERDICT:METRIC")]
    [InlineData("better:pss", "no metric 'pss'; there are pss_bytes, private_bytes")]
    [InlineData("better:pss_bytes,", "VERDICT:METRIC")]
    public void AnythingElseIsAWrongCall(string text, string how)
    {
        var wrong = Assert.Throws<Failure>(() => Requirement.ParseAll(text));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.Contains(how, wrong.Message);
    }
}
