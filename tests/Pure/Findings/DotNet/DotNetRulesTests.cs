using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>What follows from a trace, and what does not.</summary>
public sealed class DotNetRulesTests
{
    private static Finding? Found(IFindingRule rule, DotNetTrace trace) => rule.Examine(Recording(trace)).Findings.SingleOrDefault();

    [Theory]
    [InlineData(100, 10, 4, false)] // too few
    [InlineData(100, 10, 9, false)]
    [InlineData(100, 10, 10, true)]
    [InlineData(9, 100, 10, true)]
    public void Generation_2_is_collected_as_often_as_a_younger_one(int youngest, int middle, int oldest, bool told) =>
        Assert.Equal(told, Found(new Gen2AsOften(), Trace(Of(youngest, middle, oldest))) is not null);

    [Fact]
    public void An_address_in_a_methods_place_is_said_to_be_one() =>
        Assert.Equal("unnamed code at 0x7f2a10", Blame.Caller(new DotNetStack(["Shop.Program.Main", "0x7f2a10", "System.GC.Collect"])));

    [Fact]
    public void What_the_program_asks_for_says_nothing_of_the_lives_of_its_objects()
    {
        var asked = Of(10, 5, 6).Select(collection => collection with { Reason = CollectionReason.Induced });
        Assert.Null(Found(new Gen2AsOften(), Trace([.. asked])));
    }

    [Fact]
    public void Whoever_collects_by_a_timer_is_named_with_its_period_and_the_free_memory()
    {
        var asked = Enumerable.Range(0, 6).Select(number => Collection(number + 1, 2, 60 * number, 0.3, reason: CollectionReason.Induced, stack: 0));
        var finding = Found(new InducedCollections(), Trace([.. asked]));
        Assert.Equal("Shop.Watcher.Check asked for 6 of the 6 collections, one every 60 s.", finding!.Statement);
        Assert.Equal(1.8, finding.Seconds!.Value, 6);
        Assert.Contains("not short", finding.Evidence.Single(row => row.Name == "memory_load_percent").Text, StringComparison.Ordinal);
        Assert.Null(Found(new InducedCollections(), Trace(Of(5, 5, 5))));
    }

    [Fact]
    public void Blocking_collections_matter_where_they_are_long_or_many()
    {
        Assert.Null(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.049))));
        Assert.NotNull(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.05))));
        Assert.Null(Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.5, kind: CollectionKind.Background))));
        Assert.NotNull(Found(new BlockingGen2(), Trace([.. Enumerable.Range(0, 50).Select(number => Collection(number, 2, number, 0.02))])));
        var off = Found(new BlockingGen2(), Trace(Collection(1, 2, 1, pause: 0.5)) with { Settings = Settings with { Concurrent = false } });
        Assert.Contains("is off", off!.Evidence[^1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Large_objects_are_told_by_method_type_and_what_was_done()
    {
        var trace = Trace([.. Enumerable.Range(0, 2).Select(number => Collection(number + 1, 2, number, reason: CollectionReason.AllocLarge, stack: 1))]) with
        {
            Allocations =
            [
                new DotNetAllocations("Entry[System.Int32][]", DotNetHeap.Large, 5, 300 << 20, 1),
                new DotNetAllocations("System.Byte[]", DotNetHeap.Large, 5, 200 << 20, 2),
                new DotNetAllocations("System.String", DotNetHeap.Small, 5, 900 << 20, 2),
            ],
        };
        Assert.Equal(
            [
                new LargeAllocator("Shop.Rights.Load", "Entry[System.Int32][]", 300 << 20, 2, new FrameworkWork("a HashSet grows", null)),
                new LargeAllocator("Shop.Export.Write", "System.Byte[]", 200 << 20, 0, new FrameworkWork(null, "JSON")),
            ],
            LargeAllocator.All(trace));
        Assert.StartsWith("Large objects began 2 of the 2 collections; most by Shop.Rights.Load", Found(new LargeObjects(), trace)!.Statement,
            StringComparison.Ordinal);
        var small = Trace(Of(5, 0, 0)) with { Allocations = [trace.Allocations![2]] };
        Assert.Null(Found(new LargeObjects(), small));
    }

    [Fact]
    public void A_limit_is_told_where_the_collector_saw_it_near()
    {
        Assert.Null(Found(new MemoryLimit(), Trace([.. Of(0, 0, 5)])));
        var near = Trace(Collection(1, 2, 1, load: 90), Collection(2, 2, 2, load: 93));
        Assert.Contains("0x61", Setting(near), StringComparison.Ordinal);
        Assert.Null(Found(new MemoryLimit(), near with { Settings = Settings with { HighMemoryPercent = 95 } }));
        var nearer = Trace(Collection(1, 2, 1, load: 99), Collection(2, 2, 2, load: 99)) with { Settings = Settings with { HighMemoryPercent = 97 } };
        Assert.Equal("give it more memory", Setting(nearer));

        static string Setting(DotNetTrace trace) => Found(new MemoryLimit(), trace)!.Evidence.Single(row => row.Name == "setting").Text;
    }

    [Fact]
    public void Pauses_are_worth_an_alert_from_a_twentieth_of_the_time_on()
    {
        Assert.Null(Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5))));
        Assert.Equal(5.1, Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5.1)))!.Seconds);
    }

    [Fact]
    public void Waits_of_large_allocations_are_told_by_thread()
    {
        var trace = Trace(Of(1, 0, 0));
        Assert.Null(Found(new LohWaits(), trace));
        Assert.Null(Found(new LohWaits(), trace with { Waits = [] }));
        Assert.Equal(0.7, Found(new LohWaits(), trace with { Waits = [new DotNetWait(1, 0.3, 5), new DotNetWait(2, 0.4, 6)] })!.Seconds!.Value, 6);
    }

    [Theory]
    [InlineData(new double[] { 0, 60, 121, 180, 240 }, 60.0)]
    [InlineData(new double[] { 0, 60, 120 }, null)] // too few
    [InlineData(new double[] { 0, 1, 50, 60, 300 }, null)]
    public void A_period_is_told_of_what_is_regular(double[] times, double? period) =>
        Assert.Equal(period, Period.Of(times) is { } found ? Math.Round(found) : null);

    [Fact]
    public void Where_all_is_the_frameworks_the_innermost_part_is_named()
    {
        Assert.Equal("System.Xml.XmlReader.Read", Blame.Caller(new DotNetStack(
            ["System.Threading.Thread.Start", "System.Xml.XmlReader.Read", "System.GC.Collect"])));
        Assert.Equal(Blame.Unknown, Blame.Caller(null));
    }
}
