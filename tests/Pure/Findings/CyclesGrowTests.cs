using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class CyclesGrowTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>100 MiB an hour in each of two workers.</summary>
    [Theory]
    [InlineData("86400", 4799, true)]
    [InlineData("86400", 4801, false)]
    [InlineData("3600", 201, false)]
    [InlineData("3600", 199, true)]
    [InlineData("x", 1, false)]
    public void Is_found_where_it_fills_the_memory_before_the_next_deploy(string deploy, long availableMiB, bool found) =>
        Assert.Equal(found, Examine(deploy, availableMiB * MiB, Count(0, 50 * MiB), Count(3600, 150 * MiB)).Count == 1);

    [Fact]
    public void Says_the_types_and_what_was_taken_for_granted()
    {
        var finding = Assert.Single(Examine("86400", 400 * MiB, Count(0, 50 * MiB), Count(3600, 150 * MiB)));
        Assert.Contains("200 MiB an hour in 2 workers", finding.Statement);
        Assert.Contains("in 2 h", finding.Statement);
        Assert.Contains("app.Node: 1.0 MiB", finding.Evidence.Select(row => row.Text));
        Assert.Contains("24 h after the last", finding.Evidence[0].Text);
        Assert.Equal(300 * MiB, finding.Bytes);
    }

    [Fact]
    public void One_count_or_none_that_grows_tells_nothing()
    {
        Assert.Empty(Examine("86400", 1, Count(0, 50 * MiB)));
        Assert.Empty(Examine("86400", 1, Count(0, 50 * MiB), Count(3600, 50 * MiB)));
        Assert.Empty(Examine("86400", 1, Count(0, 50 * MiB), Count(3600, 150 * MiB) with { ProcessId = 77 }));
    }

    private static CycleCount Count(int second, long bytes) =>
        new(DateTimeOffset.UnixEpoch.AddSeconds(second), 2, bytes, 10, 0.1, [new TypeBytes("app.Node", MiB)]);

    private static IReadOnlyList<Finding> Examine(string deploy, long available, params CycleCount[] counts)
    {
        var settings = new Dictionary<string, string> { ["LOWTIDE_WATCH_CYCLES"] = deploy };
        var recording = MadeFamilies.Recording(
            MadeFamilies.Master(), MadeFamilies.Worker(2, []) with { Settings = settings, Notes = new KitNotes([], []) { Cycles = counts } },
                MadeFamilies.Worker(3, []));
        return new CyclesGrow().Examine(recording with { Host = recording.Host with { AvailableBytes = available } }).Findings;
    }
}
