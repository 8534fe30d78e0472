using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>That a full collection is near is said before it comes, and it comes where that was said.</summary>
public sealed class FullCollectionComingTests
{
    private const string Id = "cpython.full-collection-coming";

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void It_comes_when_and_at_the_cost_that_was_said(string python)
    {
        using var target = Said.Start(python, "full_collection.py");
        Assert.Equal(0, target.Said.GetProperty("full").GetInt32());
        var look = Look.At(target.Pid);
        Assert.SkipWhen(look.Family.Master!.Runtime!.Collector!.Incremental, "an incremental collector runs no full collection by itself");
        var (promised, begins) = (look.Finding(Id).Bytes!.Value, look.Evidence(Id, "begins_at_objects"));
        var came = target.Ask("collect");
        var young = look.Family.Master.Runtime.Collector.Generations is [var first, var second, _] ? first.Threshold * (second.Threshold + 1) : 0;
        Assert.InRange(came.GetProperty("full_at").GetInt64(), begins - (2 * young), begins + (2 * young));
        Assert.InRange(came.GetProperty("copied_bytes").GetInt64(), promised / 2, promised + Look.Slack);
        Assert.DoesNotContain(Id, Look.At(target.Pid).FindingIds);
    }
}
