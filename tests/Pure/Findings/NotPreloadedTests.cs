using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class NotPreloadedTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void Workers_of_one_size_under_a_small_master()
    {
        var finding = Assert.Single(Examine(20, Worker(2, 40), Worker(3, 44), Worker(4, 50)));
        // All that they built, less what the master then holds.
        Assert.Equal((44 + 50) * MiB, finding.Bytes);
    }

    /// <summary>Of a Flask shop on gunicorn "at most 281 MiB" was said, and 306 saved: its workers had copied 40 MiB of what they inherited, too.</summary>
    [Fact]
    public void What_they_copied_of_what_they_inherited_may_stay_shared_too()
    {
        var worker = MadeFamilies.Worker(9, [], (PageState.New, 60 * MiB), (PageState.CopiedIdentical, 20 * MiB));
        var finding = Assert.Single(Examine(30, Worker(2, 60) with { Census = worker.Census }, Worker(3, 60) with { Census = worker.Census }));
        Assert.Equal((60 + 20 + 20) * MiB, finding.Evidence.Single(row => row.Name == NotPreloaded.HighBytes).Value);
    }

    [Theory]
    [InlineData(20, 40, 51, 0)] // not of one size
    [InlineData(41, 40, 40, 0)] // the master holds as much: it may be what they inherited and changed beyond knowing
    [InlineData(20, 40, 40, 21)] // half as much was inherited
    [InlineData(4, 15, 15, 0)] // too small to matter
    public void Others(long master, long one, long other, long inherited) =>
        Assert.Empty(Examine(master, Worker(2, one, inherited), Worker(3, other, inherited)));

    [Theory]
    [InlineData(20, 40, 50, 0)]
    [InlineData(40, 40, 40, 0)]
    [InlineData(20, 40, 40, 20)]
    [InlineData(4, 16, 16, 0)]
    public void Just_so(long master, long one, long other, long inherited) =>
        Assert.Single(Examine(master, Worker(2, one, inherited), Worker(3, other, inherited)));

    /// <summary>The master then holds it as well, and what workers use is theirs again: at least what is alike in two of them is saved.</summary>
    [Theory]
    [InlineData(null, -40)]
    [InlineData(10, -10)]
    [InlineData(30, 50)]
    [InlineData(90, 80)]
    public void What_it_saves_at_least_rests_on_what_is_alike(int? alike, int lowMiB)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB), Worker(2, 40), Worker(3, 40), Worker(4, 40));
        recording = recording with { Snapshots = [recording.Latest with { BuiltAlikeBytes = alike * MiB }] };
        var finding = Assert.Single(new NotPreloaded().Examine(recording).Findings);
        Assert.Equal(lowMiB * MiB, finding.Evidence.Single(row => row.Name == "preload_low_bytes").Value);
        Assert.Equal(80 * MiB, finding.Evidence.Single(row => row.Name == "preload_high_bytes").Value);
    }

    /// <summary>Redmine's workers had 485 MiB each after 106 requests, 272 at boot: what is alike is surely of the start.</summary>
    [Theory]
    [InlineData(null, "built about 40 MiB of its own")]
    [InlineData(36, "built about 40 MiB of its own")]
    [InlineData(10, "built 10 MiB (sure) to 40 MiB (with what requests allocated) of its own")]
    public void What_requests_allocated_is_not_called_start_up(int? alike, string said)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB), Worker(2, 40), Worker(3, 40));
        recording = recording with { Snapshots = [recording.Latest with { BuiltAlikeBytes = alike * MiB }] };
        Assert.Contains(said, Assert.Single(new NotPreloaded().Examine(recording).Findings).Statement, StringComparison.Ordinal);
    }

    /// <summary>The most that it can come to leads no list before what is known.</summary>
    [Fact]
    public void It_stands_behind_what_is_known()
    {
        Member[] workers = [Worker(2, 60, 20), Worker(3, 60, 20)];
        var pages = MadeFamilies.Worker(9, [], (PageState.New, 60 * MiB), (PageState.CopiedChanged, 20 * MiB)).Census;
        workers = [.. workers.Select(worker => worker with { Census = pages })];
        Assert.Equal(
            ["fork.really-changed", "fork.not-preloaded"],
            FindingRules.Examine(MadeFamilies.Recording(MadeFamilies.Master(rss: 30 * MiB), workers)).Findings.Select(finding => finding.Id));
    }

    [Fact]
    public void One_worker_or_no_master_tell_nothing()
    {
        Assert.Empty(Examine(20, Worker(2, 40)));
        Assert.Empty(new NotPreloaded().Examine(MadeFamilies.Recording(null, Worker(2, 40), Worker(3, 40))).Findings);
    }

    private static Member Worker(int pid, long own, long inherited = 0) => MadeFamilies.Worker(
        pid, [], (PageState.New, own * MiB / 2), (PageState.Undecided, own * MiB / 2), (PageState.InheritedShared, inherited * MiB));

    private static IReadOnlyList<Finding> Examine(long master, params Member[] workers) =>
        new NotPreloaded().Examine(MadeFamilies.Recording(MadeFamilies.Master(rss: master * MiB), workers)).Findings;
}
