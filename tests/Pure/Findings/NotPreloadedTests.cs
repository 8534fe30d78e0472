using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;

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

    /// <summary>What is alike is surely of the start; where nothing tells, it may be nothing.</summary>
    [Theory]
    [InlineData(null, "built 0 to 40 MiB (with what requests allocated) of its own")]
    [InlineData(0, "built 0 to 40 MiB (with what requests allocated) of its own")]
    [InlineData(36, "built about 40 MiB of its own")]
    [InlineData(10, "built 10 MiB (sure) to 40 MiB (with what requests allocated) of its own")]
    public void What_requests_allocated_is_not_called_start_up(int? alike, string said)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB), Worker(2, 40), Worker(3, 40));
        recording = recording with { Snapshots = [recording.Latest with { BuiltAlikeBytes = alike * MiB }] };
        Assert.Contains(said, Assert.Single(new NotPreloaded().Examine(recording).Findings).Statement, StringComparison.Ordinal);
    }

    /// <summary>Redmine's workers had 485 MiB each after 106 requests, and 272 when they had started: a recording in which they start tells it.</summary>
    [Fact]
    public void What_a_worker_has_before_it_serves_is_its_start()
    {
        var finding = Assert.Single(new NotPreloaded().Examine(Started(uptime: 100)).Findings);
        Assert.EndsWith("each of 2 workers built about 27 MiB of its own at its start, and has 40 MiB since it served.", finding.Statement);
        Assert.Equal(27 * MiB, Value(finding, NotPreloaded.HighBytes));
        Assert.Equal(-27 * MiB, Value(finding, NotPreloaded.LowBytes));
        Assert.Equal(27 * MiB, finding.Bytes);
    }

    /// <summary>One that was there before the recording has served: what it has at its first look is not its start.</summary>
    [Fact]
    public void A_worker_that_was_there_before_does_not_tell_its_start()
    {
        Assert.Contains("built 0 to 40 MiB (with", Said(Started(uptime: 1000)), StringComparison.Ordinal);
        Assert.Contains("built 0 to 40 MiB (with", Said(Started(uptime: 100, first: 0)), StringComparison.Ordinal);
        // A look a minute: who knows what it has served by then.
        Assert.Contains("built 0 to 40 MiB (with", Said(Started(uptime: 100, first: 60)), StringComparison.Ordinal);
    }

    /// <summary>It waits before it loads, and again amid that: what two of them have alike both have built.</summary>
    [Fact]
    public void One_that_waits_has_not_started_yet()
    {
        Assert.Contains("built 0 to 40 MiB (with", Said(Started(uptime: 100, 2, 2, 2, 2, 27, 33, 40)), StringComparison.Ordinal);
        var recording = Started(uptime: 100, 20, 20, 20, 27, 33, 40);
        recording = recording with { Snapshots = [recording.Latest with { BuiltAlikeBytes = 25 * MiB }] };
        Assert.Contains("built about 25 MiB", Said(recording), StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_never_stands_still_does_not_tell() =>
        Assert.Contains("built 0 to 40 MiB (with", Said(Started(uptime: 100, 5, 10, 15, 20, 25, 30, 35, 40)), StringComparison.Ordinal);

    /// <summary>It came a tenth of the others' time ago: its start took no more than it has.</summary>
    [Theory]
    [InlineData(1000, 36)]
    [InlineData(190, 40)] // nearly as old as the others
    public void The_youngest_worker_bounds_the_start(long born, int high)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB), Worker(2, 40), Worker(3, 45), Born(Worker(4, 36), born));
        recording = recording with { Snapshots = [recording.Latest with { UptimeTicks = 1100 }] };
        var finding = Assert.Single(new NotPreloaded().Examine(recording).Findings);
        Assert.Contains("built 0 to 36 MiB (with what requests allocated) of its own", finding.Statement, StringComparison.Ordinal);
        Assert.Equal((high == 36 ? 36 + 36 : 40 + 45) * MiB, Value(finding, NotPreloaded.HighBytes));
    }

    /// <summary>What malloc keeps of what workers built is in both findings: said once, and where the answer stands.</summary>
    [Fact]
    public void What_malloc_keeps_of_it_is_said_to_count_twice()
    {
        var arenas = new AllocatorFacts("glibc", "2.36", 0, 0)
        {
            Arenas = [new ArenaFacts(true, 1, 1, 40 * MiB, 40 * MiB) { Use = new ArenaUse(28 * MiB, 12 * MiB, 0, 0, 0, 12 * MiB, 0, 0, 0) }],
        };
        var recording = MadeFamilies.Recording(
            MadeFamilies.Master(rss: 20 * MiB, pss: 100 * MiB), Worker(2, 40) with { Allocator = arenas }, Worker(3, 40) with { Allocator = arenas });
        var diagnosis = Diagnosis.Of(recording);
        var blocks = FindingBlocks.Of(diagnosis).OfType<TextBlock>().Select(block => block.Text).OfType<string>().ToList();
        Assert.Contains("Findings 1 and 2 overlap: up to 24 MiB that malloc keeps counts in both, so do not add them up.", blocks);
        Assert.Contains("24 MiB counts above, too.", Shown(AlsoFoundSection.Of(diagnosis)), StringComparison.Ordinal);
        var alone = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB, pss: 100 * MiB), Worker(2, 40), Worker(3, 40));
        Assert.Null(Diagnosis.Of(alone).OverlappingMemory);
    }

    private static string Shown(ReportSection? section) => string.Join('\n', section!.Blocks.OfType<TextBlock>().SelectMany(block => block.Items));

    private static double Value(Finding finding, string name) => finding.Evidence.Single(row => row.Name == name).Value!.Value;

    private static string Said(Recording recording) => Assert.Single(new NotPreloaded().Examine(recording).Findings).Statement;

    private static Member Born(Member worker, long ticks) => worker with { Process = worker.Process with { StartTicks = ticks } };

    private static Recording Started(long uptime, int first = 1) => Started(uptime, first, [10, 20, 27, 27, 27, 33, 40]);

    private static Recording Started(long uptime, params int[] held) => Started(uptime, 1, held);

    /// <summary>Two workers, born at tick 500 and seen first <paramref name="first"/> seconds after the recording began, a look a second.</summary>
    /// <param name="uptime">Ticks as it began.</param>
    /// <param name="held">MiB of its own, look after look.</param>
    private static Recording Started(long uptime, int first, int[] held)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master(rss: 20 * MiB), Born(Worker(2, 40), 500), Born(Worker(3, 40), 500));
        return recording with
        {
            Snapshots = [recording.Latest with { UptimeTicks = uptime }],
            Samples =
            [
                new Sample(0, 1, 1, Role.Master, MemoryUse.Unknown, null),
                .. held.SelectMany((mebibytes, at) => new[] { 2, 3 }.Select(pid =>
                    new Sample(first + at, pid, 500, Role.Worker, MemoryUse.Unknown with { PrivateBytes = mebibytes * MiB }, null))),
            ],
        };
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
