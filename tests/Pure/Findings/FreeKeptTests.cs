using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class FreeKeptTests
{
    private static readonly FreeKept Rule = new();

    [Fact]
    public void What_trim_would_give_back_and_what_it_would_not()
    {
        var finding = Assert.Single(Rule.Examine(MadeFamilies.Recording(With(1, Arena(true, 9, 5), Arena(false, 7, 3)))).Findings);
        Assert.Equal(24 * MadeFamilies.MiB, finding.Bytes);
        Assert.Equal(16 * MadeFamilies.MiB, Evidence(finding, "trimmable_bytes"));
        Assert.Equal(8 * MadeFamilies.MiB, Evidence(finding, "untrimmable_bytes"));
        Assert.Equal(200 * MadeFamilies.MiB, Evidence(finding, "in_use_bytes")); // of both arenas
        Assert.DoesNotContain(finding.Evidence, row => row.Name == "certain");
    }

    [Fact]
    public void Pages_that_a_family_shares_count_once()
    {
        var finding = Assert.Single(Rule.Examine(MadeFamilies.Recording(
            With(1, Arena(true, 10, 0, shared: 10)), With(2, Arena(true, 14, 0, shared: 10)), With(3, Arena(true, 12, 0, shared: 8)))).Findings);
        Assert.Equal((10 + 4 + 4) * MadeFamilies.MiB, finding.Bytes);
    }

    [Fact]
    public void Thread_arenas_are_charged_with_what_is_free_in_them()
    {
        var member = With(1, Arena(true, 50, 0), Arena(false, 7, 3), Arena(false, 0, 2));
        var allocator = member.Allocator! with { ThreadArenas = 2, ThreadArenaBytes = 400 * MadeFamilies.MiB };
        var finding = Assert.Single(new ThreadArenas().Examine(MadeFamilies.Recording(member with { Allocator = allocator })).Findings);
        Assert.Equal(12 * MadeFamilies.MiB, finding.Bytes);
        Assert.Equal(400 * MadeFamilies.MiB, Evidence(finding, "thread_arena_bytes"));
    }

    [Fact]
    public void An_arena_that_changed_makes_it_about_so_much()
    {
        var finding = Assert.Single(Rule.Examine(MadeFamilies.Recording(With(1, Arena(true, 9, 5) with { ChangedMeanwhile = true }))).Findings);
        Assert.Contains(finding.Evidence, row => row.Name == "certain");
    }

    [Fact]
    public void Little_is_no_finding_and_unread_is_none()
    {
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(With(1, Arena(true, 0, 0)))));
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(With(1, Arena(true, 9, 9) with { Use = null }))));
        Assert.Same(Examination.Nothing, Rule.Examine(MadeFamilies.Recording(MadeFamilies.Master())));
    }

    private static double? Evidence(Finding finding, string name) => finding.Evidence.Single(row => row.Name == name).Value;

    private static Member With(int pid, params ArenaFacts[] arenas) => MadeFamilies.Master() with
    {
        Process = MadeFamilies.Master().Process with { Pid = pid },
        Allocator = new AllocatorFacts("glibc", "2.36", arenas.Length - 1, 0) { Arenas = arenas },
    };

    /// <summary>In MiB.</summary>
    private static ArenaFacts Arena(bool main, int trimmable, int untrimmable, int shared = 0) => new(main, 1, 1, 200 * MadeFamilies.MiB,
        200 * MadeFamilies.MiB)
    {
        Use = new ArenaUse(
            100 * MadeFamilies.MiB, 100 * MadeFamilies.MiB, 0, 0, 0, trimmable * MadeFamilies.MiB, shared * MadeFamilies.MiB,
                untrimmable * MadeFamilies.MiB, 0),
    };
}
