using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class CollectWhenTests
{
    [Theory]
    [InlineData(true, 0, true, true)]
    [InlineData(true, 700, true, false)]
    [InlineData(true, 0, false, false)]
    [InlineData(true, 0, null, null)]
    [InlineData(false, 0, true, false)]
    [InlineData(null, 0, true, null)]
    public void Is_on_where_the_kit_notes_it_and_the_collector_shows_it(bool? noted, int threshold, bool? frozen, bool? on)
    {
        var member = MadeFamilies.WithThreshold(threshold);
        member = member with
        {
            Runtime = member.Runtime! with { Collector = member.Runtime.Collector! with { Frozen = frozen } },
            Notes = noted is { } known ? new KitNotes(known ? ["cpython.collect-when"] : [], []) : null,
        };
        Assert.Equal(on, new CollectWhen().TookEffect(member));
    }
}
