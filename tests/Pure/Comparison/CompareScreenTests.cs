using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;
using Lowtide.Reports.Compare;
using Lowtide.Tests.Pure.Reports;

namespace Lowtide.Tests.Pure.Comparison;

/// <summary>What a person reads, on a terminal of 80 columns and in a pipe.</summary>
public sealed class CompareScreenTests
{
    private const long MiB = Sides.MiB;

    private static readonly Recording Control = Sides.Recording(11, [100 * MiB, 101 * MiB, 102 * MiB, 103 * MiB, 100 * MiB, 101 * MiB]);

    [Theory]
    [InlineData("differs-terminal", 80)]
    [InlineData("differs-pipe", 1000)]
    public void A_clear_case(string snapshot, int width)
    {
        var canary = Sides.Recording(21, [80 * MiB, 81 * MiB, 82 * MiB, 83 * MiB, 82 * MiB], growth: 5 * MiB);
        canary = canary with { Snapshots = [canary.Latest with { UptimeTicks = 41_000, Cgroup = null }] };
        Same(snapshot, Shown(width, Control, canary));
    }

    [Fact]
    public void Too_few_and_unread()
    {
        var few = Sides.Recording(21, [80 * MiB, 81 * MiB]);
        few = few with { Samples = [], CouldNotRead = [new("recording.end", "the end", "it [red]was\u001b[31m killed", "start it again")] };
        Same("cannot-tell", Shown(80, Control, few));
    }

    [Fact]
    public void Two_processes_of_DotNet() => Same("dotnet", Shown(80, Sides.DotNet(7, 1000, server: false), Sides.DotNet(8, 2000, server: true)));

    private static void Same(string snapshot, string text) => ShownScreen.MustBe($"compare-{snapshot}", text);

    private static string Shown(int width, Recording a, Recording b) =>
        ShownScreen.Of(width, console => CompareScreen.Show(FamilyComparison.Of(a, b), "control.lowtide", "20", console));
}
