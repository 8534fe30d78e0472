using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class GcFreezeTests
{
    private static readonly GcFreeze Remedy = new();

    [Theory]
    [InlineData("3.13.5", null)]
    [InlineData("3.14.5", null)]
    [InlineData("3.14.0", "writes to every object")]
    [InlineData("3.14.0rc2", "writes to every object")]
    [InlineData("3.14.2+", "writes to every object")]
    [InlineData("3.14.4", "writes to every object")]
    public void Is_refused_where_freezing_itself_copies(string version, string? why)
    {
        var refusal = Remedy.Refusal(MadeFamilies.Family(MadeFamilies.Master() with { Runtime = new RuntimeFacts("cpython", version, null) }));
        if (why is null)
            Assert.Null(refusal);
        else
            Assert.Contains(why, refusal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [InlineData(null)]
    public void Is_on_where_something_is_set_aside(bool? frozen)
    {
        var member = MadeFamilies.WithThreshold(700);
        var collector = member.Runtime!.Collector! with { Frozen = frozen };
        Assert.Equal(frozen, Remedy.TookEffect(member with { Runtime = member.Runtime with { Collector = collector } }));
        Assert.Null(Remedy.TookEffect(MadeFamilies.WithThreshold(null)));
    }

    [Fact]
    public void Has_uWSGI_call_the_hook() => Assert.Equal("true", Remedy.Launch.Environment["UWSGI_PY_CALL_OSAFTERFORK"]);
}
