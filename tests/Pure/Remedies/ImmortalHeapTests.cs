using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class ImmortalHeapTests
{
    private static readonly ImmortalHeap Remedy = new();

    [Theory]
    [InlineData("3.11.2", "3.12 to 3.14")]
    [InlineData("3.15.0", "3.12 to 3.14")]
    [InlineData("3.14.2", "writes to every object")]
    [InlineData("3.12.1", null)]
    [InlineData("3.14.5", null)]
    public void Is_refused_on_other_versions(string version, string? why)
    {
        var refusal = Remedy.Refusal(MadeFamilies.Family(MadeFamilies.Master() with { Runtime = new RuntimeFacts("cpython", version, null) }));
        if (why is null)
            Assert.Null(refusal);
        else
            Assert.Contains(why, refusal);
    }

    [Theory]
    [InlineData("/usr/bin/uwsgi --ini x", true)]
    [InlineData("gunicorn --preload app", false)]
    public void Is_refused_where_no_hook_runs_before_the_fork(string command, bool refused) =>
        Assert.Equal(refused, Remedy.RefusalAtLaunch(new Dictionary<string, string>(), command.Split(' ')) is not null);

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(true, null, null)]
    public void Is_on_where_the_kit_notes_it_and_the_heap_is_set_aside(bool noted, bool? frozen, bool? on)
    {
        var member = MadeFamilies.WithThreshold(700);
        Assert.Equal(on, Remedy.TookEffect(member with
        {
            Runtime = member.Runtime! with { Collector = member.Runtime.Collector! with { Frozen = frozen } },
            Notes = new KitNotes(noted ? [Remedy.Id] : [], []),
        }));
    }
}
