using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class MergePagesTests
{
    private static readonly MergePages Remedy = new();

    [Fact]
    public void What_it_saves_only_a_trial_can_tell()
    {
        var recording = Made.Recording(
            Made.Master(collections: [5, 4, 3]),
            Made.Worker(
                2, [5, 4, 4], (PageState.CopiedRelinked, 8 * Made.MiB), (PageState.CopiedIdentical, 2 * Made.MiB), (PageState.InheritedShared, 6 * Made.MiB)));
        var finding = FindingRules.Examine(recording).Findings.First(finding => Remedy.Answers.Contains(finding.Id));
        Assert.Null(Remedy.Predict(finding, recording));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [InlineData(null)]
    public void Is_on_where_the_kernel_may_merge(bool? merges)
    {
        var master = Made.Master();
        Assert.Equal(merges, Remedy.TookEffect(master with { Memory = master.Memory with { MergesPages = merges } }));
    }
}
