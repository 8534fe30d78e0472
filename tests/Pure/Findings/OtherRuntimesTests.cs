using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>A runtime that has generations and thresholds too is not taken for CPython.</summary>
public sealed class OtherRuntimesTests
{
    [Fact]
    public void Nothing_of_CPythons_is_said_of_another()
    {
        var (python, other) = (Family("cpython"), Family("dotnet"));
        Assert.Contains(RemediesInEffect.Of(python), entry => entry.Id == "cpython.gc-threshold-0");
        Assert.DoesNotContain(RemediesInEffect.Of(other), entry => entry.Id.StartsWith("cpython.", StringComparison.Ordinal));
        var recording = MadeFamilies.Recording(other.Master!);
        var examination = FindingRules.Examine(recording);
        Assert.DoesNotContain(examination.Findings, finding => finding.Id.StartsWith("cpython.", StringComparison.Ordinal));
        Assert.DoesNotContain(examination.CouldNotTell, missing => missing.What.Contains("collector", StringComparison.Ordinal));
    }

    private static FamilySnapshot Family(string runtime)
    {
        var member = MadeFamilies.WithThreshold(0);
        return MadeFamilies.Family(member with { Runtime = member.Runtime! with { Name = runtime } });
    }
}
