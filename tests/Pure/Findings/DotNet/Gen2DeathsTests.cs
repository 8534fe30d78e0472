using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>What is said of objects that lived into generation 2 and died there.</summary>
public sealed class Gen2DeathsTests
{
    [Fact]
    public void They_are_told_by_type_and_method_with_what_few_samples_leave_open()
    {
        var died = Gen2Death.All(With(
            new DotNetDied("Row", DotNetHeap.Small, 5, 500 << 20, 2, 1), new DotNetDied("Row", DotNetHeap.Small, 5, 300 << 20, 4, 1)));
        var death = Assert.Single(died);
        Assert.Equal(("Shop.Rights.Load", 10L, 3.0, 16.0 * (1 << 20)), (death.Caller, death.Samples, death.MeanAgeSeconds, death.BytesPerSecond));
        // Ten of a Poisson count: 4.8 to 18.4.
        Assert.Equal((7.67, 29.42), (Math.Round(death.Low / (1 << 20), 2), Math.Round(death.High / (1 << 20), 2)));
        Assert.Contains("of 10 samples", death.Words, StringComparison.Ordinal);
        Assert.Contains("a HashSet grows", death.Words, StringComparison.Ordinal);
    }

    [Fact]
    public void The_finding_needs_bytes_and_samples()
    {
        Assert.Contains("At least 16 MiB a second", Finding(new DotNetDied("Row", DotNetHeap.Small, 10, 800 << 20, 3, 1))!.Statement, StringComparison.Ordinal);
        Assert.Null(Finding(new DotNetDied("Row", DotNetHeap.Small, 9, 800 << 20, 3, 1)));
        Assert.Null(Finding(new DotNetDied("Row", DotNetHeap.Small, 10, 40 << 20, 3, 1)));
    }

    [Fact]
    public void What_has_no_type_is_said_to_be_of_unknown_ones()
    {
        var died = new DotNetDied("", DotNetHeap.Small, 10, 800 << 20, 3, null);
        Assert.Contains("most of it unknown types by unknown code", Finding(died)!.Statement, StringComparison.Ordinal);
        Assert.StartsWith("unknown code: unknown types, ", Gen2Death.All(With(died)).Single().Words, StringComparison.Ordinal);
    }

    [Fact]
    public void Collections_that_could_not_be_judged_are_counted()
    {
        var trace = With(new DotNetDied("Row", DotNetHeap.Small, 10, 800 << 20, 3, 1));
        Assert.DoesNotContain(Found(new Gen2Deaths(), trace)!.Evidence, row => row.Name == "not_judged");
        var gaps = trace with { Deaths = trace.Deaths! with { NotJudged = 3, LostSight = 40 } };
        Assert.Equal(
            "3 collections could not be judged, as events of what survived them may be missing: 40 of 1,000 samples were lost sight of",
            Found(new Gen2Deaths(), gaps)!.Evidence.Single(row => row.Name == "not_judged").Text);
        var none = new Gen2Deaths().Examine(Recording(gaps with { Deaths = gaps.Deaths! with { UntilSeconds = null } }));
        Assert.Equal("of 3 collections it is not sure that all survivors were told", Assert.Single(none.CouldNotTell).Why);
    }

    [Fact]
    public void Without_a_full_collection_nothing_can_be_told()
    {
        var trace = With();
        var examination = new Gen2Deaths().Examine(Recording(trace with { Deaths = trace.Deaths! with { UntilSeconds = null } }));
        Assert.Empty(examination.Findings);
        Assert.Contains("no collection of generation 2", Assert.Single(examination.CouldNotTell).Why, StringComparison.Ordinal);
    }

    /// <summary>Large and pinned objects are not in generation 0, however large it is.</summary>
    [Theory]
    [InlineData(DotNetHeap.Small, 10, true)]
    [InlineData(DotNetHeap.Small, 9, false)] // too few to say anything
    [InlineData(DotNetHeap.Large, 10, false)]
    [InlineData(DotNetHeap.Pinned, 10, false)]
    public void A_larger_generation_0_is_offered_where_what_dies_was_in_it(DotNetHeap heap, int samples, bool offered)
    {
        var large = new DotNetDied("System.Byte[]", DotNetHeap.Large, 100, 2L << 30, 1, 2);
        var diagnosis = Diagnosis.Of(Recording(With(large, new DotNetDied("Row", heap, samples, 800 << 20, 3, 1))));
        var explained = Assert.Single(diagnosis.Findings, one => one.Finding.Id == "dotnet.gen2-deaths");
        Assert.Equal(offered, explained.Remedies.Any(remedy => remedy.Remedy.Id == "dotnet.gen0-size"));
    }

    [Theory]
    [InlineData(DotNetHeap.Small, true)]
    [InlineData(DotNetHeap.Large, false)]
    [InlineData(DotNetHeap.Pinned, false)]
    public void Only_what_was_in_generation_0_is_advised_to_die_there(DotNetHeap heap, bool advised)
    {
        var ways = Gen2Death.All(With(new DotNetDied("Row", heap, 10, 800 << 20, 3, null)))[0].Ways;
        Assert.Equal(advised, ways.Contains("generation 0", StringComparison.Ordinal));
    }

    /// <summary>Of one allocator alone, and not of its small objects: the other finding does not list the rest.</summary>
    [Theory]
    [InlineData(500, true)]
    [InlineData(50, false)] // too little for that finding
    public void What_the_finding_on_large_objects_advises_is_referred_to(int largeMiB, bool referred)
    {
        var trace = With(
            new DotNetDied("Entry[System.Int32][]", DotNetHeap.Large, 10, 800 << 20, 3, 1),
            new DotNetDied("System.Byte[]", DotNetHeap.Large, 10, 700 << 20, 3, 2),
            new DotNetDied("Row", DotNetHeap.Small, 10, 600 << 20, 3, 1)) with
        {
            Allocations = [new DotNetAllocations("Entry[System.Int32][]", DotNetHeap.Large, 10, largeMiB * MiB, 1)],
        };
        string[] advice = [.. Found(new Gen2Deaths(), trace)!.Evidence.Where(row => row.Name == "code").Select(row => row.Text)];
        Assert.Collection(advice,
            text => Assert.StartsWith(
                $"Shop.Rights.Load (Entry[System.Int32][]): {(referred ? "as dotnet.large-objects says" : "chunk the collection")}", text,
                StringComparison.Ordinal),
            text => Assert.StartsWith("Shop.Export.Write: fuse", text, StringComparison.Ordinal),
            text => Assert.StartsWith("Shop.Rights.Load (Row): give it up sooner", text, StringComparison.Ordinal));
        var rows = Found(new LargeObjects(), trace)?.Evidence ?? [];
        Assert.Equal(referred, rows.Any(row => row.Text.StartsWith("Shop.Rights.Load: chunk the collection", StringComparison.Ordinal)));
    }

    private static Finding? Finding(DotNetDied died) => new Gen2Deaths().Examine(Recording(With(died))).Findings.SingleOrDefault();

    /// <summary>In the first 50 s.</summary>
    private static DotNetTrace With(params DotNetDied[] died) => Trace(Of(5, 5, 1)) with { Deaths = new DotNetDeaths(died, 50, 1000, 1L << 30, 0, 0) };
}
