using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Objects that live neither short nor for ever.</summary>
public sealed class Gen2AsOftenTests
{
    [Theory]
    [InlineData(100, 10, 4, false)] // too few
    [InlineData(100, 10, 9, false)]
    [InlineData(100, 10, 10, true)]
    [InlineData(9, 100, 10, true)]
    public void Generation_2_is_collected_as_often_as_a_younger_one(int youngest, int middle, int oldest, bool told) =>
        Assert.Equal(told, Found(new Gen2AsOften(), Trace(Of(youngest, middle, oldest))) is not null);

    [Fact]
    public void The_counts_are_said_one_by_one_and_of_what_died_the_mean()
    {
        var finding = Found(new Gen2AsOften(), Trace([.. Of(0, 3, 7), Collection(20, 2, 20, reason: CollectionReason.Induced)]))!;
        Assert.Equal(
            "Of the collections that nobody asked for, 7 were of generation 2, 3 of generation 1 and none of generation 0: "
                + "objects live too long to die young, and die all the same.",
            finding.Statement);
        Assert.Contains(finding.Evidence,
            row => row.Text == "found dead or free, as a mean of these 7 collections: 0.1 KiB of generation 2 and 0.3 KiB of large objects");
    }

    [Fact]
    public void What_the_program_asks_for_says_nothing_of_the_lives_of_its_objects()
    {
        var asked = Of(10, 5, 6).Select(collection => collection with { Reason = CollectionReason.Induced });
        Assert.Null(Found(new Gen2AsOften(), Trace([.. asked])));
    }

    /// <summary>
    /// A larger generation 0 lets objects die younger; it does not make large ones fewer. What is large from when on changes nothing where no large
    /// object began one.
    /// </summary>
    [Theory]
    [InlineData(CollectionReason.AllocSmall, "dotnet.gen0-size", true)]
    [InlineData(CollectionReason.AllocLarge, "dotnet.gen0-size", false)]
    [InlineData(CollectionReason.AllocSmall, "dotnet.loh-threshold", false)]
    [InlineData(CollectionReason.AllocLarge, "dotnet.loh-threshold", true)]
    public void A_remedy_is_offered_for_what_begins_them(CollectionReason reason, string remedy, bool offered) => Assert.Equal(
        offered, Offers(Recording(Trace([.. Of(10, 5, 10).Select(one => one.Generation == 2 ? one with { Reason = reason } : one)])), remedy));

    /// <summary>Where one processor is all, the runtime has workstation collection whatever it is told.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void Server_collection_is_offered_where_there_are_processors(int cpus, bool offered)
    {
        var recording = Recording(Trace(Of(10, 5, 10)));
        Assert.Equal(offered, Offers(recording with { Host = recording.Host with { Cpus = cpus } }, "dotnet.server-gc"));
    }

    private static bool Offers(Recording recording, string remedy) =>
        Assert.Single(Diagnosis.Of(recording).Findings, one => one.Finding.Id == "dotnet.gen2-as-often").Remedies.Any(one => one.Remedy.Id == remedy);
}
