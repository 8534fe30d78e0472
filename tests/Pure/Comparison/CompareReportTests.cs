using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Compare;
using Lowtide.Tests.Pure.Reports;

namespace Lowtide.Tests.Pure.Comparison;

/// <summary>What a person reads, at each width.</summary>
public sealed class CompareReportTests
{
    private const long MiB = Sides.MiB;

    private static readonly Recording Control = Sides.Recording(11, [100 * MiB, 101 * MiB, 102 * MiB, 103 * MiB, 100 * MiB, 101 * MiB]);

    [Fact]
    public void A_clear_case()
    {
        var canary = Sides.Recording(21, [80 * MiB, 81 * MiB, 82 * MiB, 83 * MiB, 82 * MiB], growth: 5 * MiB);
        canary = canary with { Snapshots = [canary.Latest with { UptimeTicks = 41_000, Cgroup = null }] };
        Same("differs", Control, canary);
    }

    [Fact]
    public void Too_few_and_unread()
    {
        var few = Sides.Recording(21, [80 * MiB, 81 * MiB]);
        few = few with { Samples = [], CouldNotRead = [new("recording.end", "the end", "it [red]was\u001b[31m killed", "start it again")] };
        Same("cannot-tell", Control, few);
    }

    [Fact]
    public void Two_processes_of_DotNet() => Same("dotnet", Sides.DotNet(7, 1000, server: false), Sides.DotNet(8, 2000, server: true));

    [Fact]
    public void Details_say_how_it_was_decided() =>
        Same("details", Control, Sides.Recording(21, [80 * MiB, 81 * MiB, 82 * MiB, 83 * MiB, 82 * MiB]), details: true);

    /// <summary>Without details no comparison takes more than a screen.</summary>
    private static void Same(string snapshot, Recording a, Recording b, bool details = false)
    {
        var report = CompareReport.Of(FamilyComparison.Of(a, b), "control.lowtide", "20", details);
        ShownScreen.MustBe($"compare-{snapshot}", console => TerminalReport.Show(report, console));
        Assert.InRange(ShownScreen.Of(100, console => TerminalReport.Show(report, console)).Split('\n').Length, 5, details ? 60 : 25);
    }
}
