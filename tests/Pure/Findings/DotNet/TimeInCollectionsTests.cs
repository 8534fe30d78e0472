using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>The share of the time that pauses take.</summary>
public sealed class TimeInCollectionsTests
{
    [Fact]
    public void Pauses_are_worth_an_alert_from_a_twentieth_of_the_time_on()
    {
        Assert.Null(Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5))));
        Assert.Equal(5.1, Found(new TimeInCollections(), Trace(Collection(1, 0, 1, pause: 5.1)))!.Seconds);
    }

    /// <summary>It leads where nothing else tells the cause, and stands behind what does.</summary>
    [Theory]
    [InlineData(5, 1, "dotnet.induced-collections", false)]
    [InlineData(1, 5, "dotnet.time-in-collections", true)]
    public void A_sum_is_ranked_by_what_no_other_finding_explains(double asked, double own, string first, bool tuned)
    {
        var recording = Recording(Trace(
            Collection(1, 0, 1, pause: own), Collection(2, 0, 20, pause: asked, reason: CollectionReason.Induced, stack: 0)) with
        {
            Settings = Settings with { Server = true },
        });
        var findings = Diagnosis.Of(recording).Findings;
        Assert.Equal(first, findings[0].Finding.Id);
        var sum = Assert.Single(findings, one => one.Finding.Id == "dotnet.time-in-collections");
        Assert.Equal(
            $"{asked}.00 s of it the program asked for: dotnet.induced-collections says who",
            sum.Finding.Evidence.Single(row => row.Name == "induced_pause_seconds").Text);
        Assert.Equal(tuned, sum.Remedies.Any(remedy => remedy.Remedy.Id == "dotnet.datas-off"));
    }
}
