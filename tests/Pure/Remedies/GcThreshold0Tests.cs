using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class GcThreshold0Tests
{
    private static readonly GcThreshold0 Remedy = new();

    [Fact]
    public void Is_refused_without_CPython()
    {
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(MadeFamilies.Master(collections: [1, 2, 3]))));
        var other = MadeFamilies.Master() with { Runtime = null };
        Assert.Contains("CPython", Remedy.Refusal(MadeFamilies.Family(other with { Process = other.Process with { Executable = "/usr/bin/other" } })));
    }

    [Fact]
    public void Is_not_refused_where_nobody_may_see_what_runs()
    {
        var unread = MadeFamilies.Family(MadeFamilies.Master() with { Runtime = null });
        Assert.Null(Remedy.Refusal(unread));
        Assert.Contains("runtime", Remedy.CannotTell(unread));
        Assert.Null(Remedy.CannotTell(MadeFamilies.Family(MadeFamilies.Master(collections: [1, 2, 3]))));
    }

    [Theory]
    [InlineData("python3 -I server.py", " -I ")]
    [InlineData("/opt/bin/python3.11 -uE -m app", " -E ")]
    [InlineData("python -W error -S x", " -S ")]
    [InlineData("python -Werror -bbS x", " -S ")]
    [InlineData("python --check-hash-based-pycs always -I x", " -I ")]
    [InlineData("python -W -I x", null)] // -I is the value of -W
    [InlineData("python -c -I", null)]
    [InlineData("python -mI", null)]
    [InlineData("python -XImporttime x", null)]
    [InlineData("python server.py -I", null)]
    [InlineData("gunicorn -I app", null)]
    [InlineData("python", null)]
    public void Is_refused_where_Python_would_not_read_the_kit(string command, string? option)
    {
        var refusal = Remedy.RefusalAtLaunch(new Dictionary<string, string>(), command.Split(' '));
        if (option is null)
            Assert.Null(refusal);
        else
            Assert.Contains(option, refusal);
    }

    [Fact]
    public void Saves_what_the_collector_copied_and_reads_did_not()
    {
        var recording = MadeFamilies.Recording(
            MadeFamilies.Master(collections: [5, 4, 3]),
            MadeFamilies.Traced(
                MadeFamilies.Worker(
                    2, [5, 4, 4], (PageState.CopiedRelinked, 8 * MadeFamilies.MiB), (PageState.CopiedIdentical, 2 * MadeFamilies.MiB),
                    (PageState.InheritedShared, 6 * MadeFamilies.MiB)),
                read: 0.25));
        var finding = FindingRules.Examine(recording).Findings.Single(one => one.Id == CollectorCopies.FindingId);
        var saving = Remedy.Predict(finding, recording);
        // In odds one in three was read: of the containers at most two in three, at least one in six.
        Assert.InRange(saving!.LowBytes, 10 * (1 - (2 / 5.0)) * MadeFamilies.MiB * 0.998, 10 * (1 - (2 / 5.0)) * MadeFamilies.MiB);
        Assert.InRange(saving.HighBytes, 10 * (1 - (1 / 7.0)) * MadeFamilies.MiB, 10 * (1 - (1 / 7.0)) * MadeFamilies.MiB * 1.002);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(700, false)]
    [InlineData(null, null)]
    public void Is_on_where_the_threshold_is_0(int? threshold, bool? on) =>
        Assert.Equal(on, Remedy.TookEffect(MadeFamilies.WithThreshold(threshold)));
}
