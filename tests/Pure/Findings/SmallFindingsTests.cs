using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>What is a small part of the memory leads nobody.</summary>
public sealed class SmallFindingsTests
{
    private static readonly FamilySnapshot Family = MadeFamilies.Family(MadeFamilies.Master(pss: 100 * MadeFamilies.MiB));

    [Theory]
    [InlineData(4.9, null, true)] // MiB of 100
    [InlineData(5.1, null, false)]
    [InlineData(1.0, 0.0, false)] // about pauses
    [InlineData(null, null, false)] // something is not as it was meant
    public void Under_a_twentieth_is_small(double? mebibytes, double? seconds, bool small) => Assert.Equal(small, FindingRules.IsSmall(
        new Finding("memory.some", "Some.", (long?)(mebibytes * MadeFamilies.MiB), null, []) { Seconds = seconds }, Family));

    [Fact]
    public void Nothing_is_small_beside_memory_that_was_not_read() => Assert.False(FindingRules.IsSmall(
        new Finding("memory.some", "Some.", 1, null, []), MadeFamilies.Family(MadeFamilies.Master(pss: null))));
}
