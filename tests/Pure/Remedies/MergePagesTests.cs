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
        var recording = MadeFamilies.Recording(
            MadeFamilies.Master(collections: [5, 4, 3]),
            MadeFamilies.Worker(
                2, [5, 4, 4], (PageState.CopiedRelinked, 8 * MadeFamilies.MiB), (PageState.CopiedIdentical, 2 * MadeFamilies.MiB),
                    (PageState.InheritedShared, 6 * MadeFamilies.MiB)));
        var finding = FindingRules.Examine(recording).Findings.First(finding => Remedy.Answers.Contains(finding.Id));
        Assert.Null(Remedy.Predict(finding, recording));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [InlineData(null)]
    public void Is_on_where_the_kernel_may_merge(bool? merges)
    {
        var master = MadeFamilies.Master();
        Assert.Equal(merges, Remedy.TookEffect(master with { Memory = master.Memory with { MergesPages = merges } }));
    }
}
