using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Remedies.DotNet;

public sealed class Gen0SizeTests
{
    /// <summary>Half a minute of pauses in a hundred seconds: it helps where room in generation 0 is what they came for.</summary>
    [Theory]
    [InlineData(CollectionReason.AllocSmall, true)]
    [InlineData(CollectionReason.AllocLarge, false)]
    [InlineData(CollectionReason.Induced, false)]
    public void Is_offered_against_pauses_that_a_larger_generation_0_can_lessen(CollectionReason reason, bool offered)
    {
        var trace = Trace([.. Enumerable.Range(1, 30).Select(number => Collection(number, 1, number, pause: 1, reason: reason))]);
        var explained = Assert.Single(Diagnosis.Of(Recording(trace)).Findings, one => one.Finding.Id == "dotnet.time-in-collections");
        Assert.Equal(offered, explained.Remedies.Any(remedy => remedy.Remedy.Id == "dotnet.gen0-size"));
    }
}
