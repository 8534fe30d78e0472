using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>145 MiB in use by malloc's count, of which 18 were alive: Ruby collects when it likes, and malloc counts what it has not yet.</summary>
public sealed class RubyGarbageTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void Beside_what_is_in_use_stands_that_garbage_is_in_it()
    {
        Assert.Contains("145 MiB in use by its own count (with garbage that Ruby has not collected) in 1 arena", FamilyWords.Arenas(Family("cruby")),
            StringComparison.Ordinal);
        Assert.Contains("145 MiB in use by its own count in 1 arena", FamilyWords.Arenas(Family("cpython")), StringComparison.Ordinal);
        var finding = Assert.Single(new FreeKept().Examine(MadeFamilies.Recording(Family("cruby").Master)).Findings);
        Assert.Equal(
            "145 MiB is in use, with garbage that Ruby has not collected", finding.Evidence.Single(row => row.Name == "in_use_bytes").Text);
    }

    /// <summary>What malloc gave out since its last major collection was not there then.</summary>
    [Theory]
    [InlineData(127, 1, 18)]
    [InlineData(200, 1, 0)] // what was given out and is in no arena: mappings of their own
    [InlineData(127, 0, null)] // it has collected nothing yet
    public void What_survived_a_major_collection_bounds_what_is_alive(int since, int collections, int? survived)
    {
        var family = Family("cruby", new() { ["oldmalloc_increase_bytes"] = since * MiB, ["major_gc_count"] = collections });
        Assert.Equal(survived * MiB, SurvivedMajor.MeanBytes(family));
        Assert.Equal(survived is not null, FamilyWords.Arenas(family)!.Contains(
            $"; {Analysis.Amount.Bytes(survived * MiB ?? 0)} was there after its last major collection)", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_the_kit_nothing_bounds_it() => Assert.Null(SurvivedMajor.MeanBytes(Family("cruby")));

    private static FamilySnapshot Family(string runtime, Dictionary<string, long>? stat = null) =>
        MadeFamilies.Family(MadeFamilies.Master(pss: 200 * MiB) with
        {
            Runtime = new RuntimeFacts(runtime, "3.3.8", null),
            Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
            {
                Arenas = [new ArenaFacts(true, 1, 1, 170 * MiB, 170 * MiB) { Use = new ArenaUse(145 * MiB, 25 * MiB, 0, 0, 0, 25 * MiB, 0, 0, 0) }],
            },
            RubyKit = stat is null ? null : new RubyKit(DateTimeOffset.UnixEpoch, stat, [], null),
        });
}
