using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Reports;
using Lowtide.Writing;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Several findings may count the same pauses, each from its own side.</summary>
public sealed class OverlappingFindingsTests
{
    private static readonly DotNetCollection[] Collections =
        [Collection(1, 2, 1), Collection(2, 2, 2), Collection(3, 1, 3), Collection(4, 2, 4, kind: CollectionKind.Background)];

    [Fact]
    public void Those_that_count_a_collection_twice_are_named_and_no_others() =>
        Same(OverlappingFindings.Of([Finding(2), Finding(0, 1), Finding(), Finding(1, 3), Finding(3, 0)]), [2, 4, 5], 3);

    [Fact]
    public void Findings_that_count_each_their_own_may_be_added() =>
        Assert.Null(OverlappingFindings.Of([Finding(0, 1), Finding(2), Finding(), Finding(3)]));

    /// <summary>Of a background collection both stops; one pause may be several collections' and one collection's pauses several.</summary>
    [Fact]
    public void Slow_requests_count_the_collections_whose_pauses_held_them_up()
    {
        var trace = Trace(Collections) with { Pauses = [new(0.999, 0.9), new(1.999, 0.9), new(2.999, 0.9), new(3.999, 0.4), new(4.5, 0.4)] };
        var requests = new RequestTimes(
            RequestSource.Served, 5, 0.05, [new(1, 0.9), new(1, 0.85), new(2, 0.9), new(3.9, 0.6), new(4.5, 0.55)], 0.01, []);
        var finding = Assert.Single(new SlowRequestsHeldUp().Examine(Recording(trace with { Requests = [requests] })).Findings);
        Assert.Equal([1, 2], finding.Collections.Select(collection => collection.Number));
        var background = trace with { Pauses = [new(3.999, 0.4), new(4.5, 0.4)] };
        finding = Assert.Single(new SlowRequestsHeldUp().Examine(Recording(background with { Requests = [requests] })).Findings);
        Assert.Equal([4], finding.Collections.Select(collection => collection.Number));
    }

    /// <summary>Six are asked for, stop all threads, and are a large part of the time; two background ones are begun by large objects.</summary>
    [Fact]
    public void The_screen_says_it_once()
    {
        var trace = Trace(
        [
            .. Enumerable.Range(0, 6).Select(number => Collection(number + 1, 2, 15 * number, pause: 1, reason: CollectionReason.Induced, stack: 0)),
            .. Enumerable.Range(7, 2).Select(number =>
                Collection(number, 2, 80 + number, pause: 0.02, CollectionKind.Background, CollectionReason.AllocLarge, stack: 1)),
        ]);
        ShownScreen.MustBe("explain-overlap", console => Show(trace with { Waits = [new DotNetWait(87, 0.7, 5)] }, console));
    }

    [Fact]
    public void Where_nothing_is_counted_twice_nothing_is_said() =>
        Assert.DoesNotContain("overlap", Shown(Trace(Collection(1, 2, 1, pause: 0.5)), 1000), StringComparison.Ordinal);

    private static void Same(OverlappingFindings? found, int[] numbers, int collections)
    {
        Assert.Equal(numbers, found!.Numbers);
        Assert.Equal(collections, found.Collections);
    }

    private static Finding Finding(params int[] collections) => new("dotnet.made", "Made.", null, null, [])
    {
        Collections = [.. collections.Select(index => Collections[index])],
    };

    private static string Shown(DotNetTrace trace, int width) => ShownScreen.Of(width, console => Show(trace, console));

    private static void Show(DotNetTrace trace, TextConsole console) =>
        TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(Recording(trace)), "4711", details: true), console);
}
