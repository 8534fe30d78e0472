using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class RemediesTests
{
    private static readonly long[] Counters = [1, 2, 3];

    [Fact]
    public void Every_remedy_answers_a_finding_that_there_is()
    {
        var findings = FindingRules.All.Select(rule => rule.Id).ToHashSet();
        Assert.All(RemedyCatalogue.All, remedy => Assert.NotEmpty(remedy.Answers));
        Assert.All(RemedyCatalogue.All.SelectMany(remedy => remedy.Answers), answered => Assert.Contains(answered, findings));
        Assert.All(RemedyCatalogue.All, remedy => Assert.Same(remedy, RemedyCatalogue.Find(remedy.Id)));
        Assert.Null(RemedyCatalogue.Find("no-such"));
    }

    [Fact]
    public void A_remedy_for_another_runtime_or_allocator_refuses()
    {
        var python = Made.Family(Made.Master(collections: Counters));
        var other = Made.Family(Made.Master() with { Runtime = null, Allocator = new AllocatorFacts("jemalloc", "5", null, null) });
        Assert.Null(new GcThreshold0().Refusal(python));
        Assert.Contains("CPython", new GcThreshold0().Refusal(other));
        Assert.Null(new ArenaMax2().Refusal(python));
        Assert.Contains("calls jemalloc", new ArenaMax2().Refusal(other));
    }

    [Fact]
    public void The_collectors_remedy_saves_what_the_collector_copied_and_reads_did_not()
    {
        var recording = Made.Recording(
            Made.Master(collections: [5, 4, 3]),
            Made.Worker(2, [5, 4, 4], (PageState.CopiedRelinked, 8 * Made.MiB), (PageState.CopiedIdentical, 2 * Made.MiB), (PageState.InheritedShared, 6 * Made.MiB)));
        var finding = FindingRules.Examine(recording).Findings.Single();
        var saving = new GcThreshold0().Predict(finding, recording);
        Assert.Equal(6 * Made.MiB, saving?.LowBytes);
        Assert.Equal(10 * Made.MiB, saving?.HighBytes);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(700, false)]
    [InlineData(null, null)]
    public void The_collectors_remedy_is_on_where_the_threshold_is_0(int? threshold, bool? on)
    {
        var member = Made.Master() with
        {
            Runtime = new RuntimeFacts("cpython", "3.11", threshold is { } known ? new CollectorFacts(true, [new(known, 0, 0), new(10, 0, 0), new(10, 0, 0)]) : null),
        };
        Assert.Equal(on, new GcThreshold0().TookEffect(member));
    }

    [Theory]
    [InlineData("glibc", "2", 1, true)]
    [InlineData("glibc", "2", 2, false)]
    [InlineData("glibc", "4", 1, false)]
    [InlineData("glibc", null, 1, false)]
    [InlineData("jemalloc", "2", null, false)]
    public void The_arenas_remedy_is_on_where_it_was_asked_for_and_shows(string allocator, string? setting, int? arenas, bool on)
    {
        var settings = new Dictionary<string, string>();
        if (setting is not null)
            settings["MALLOC_ARENA_MAX"] = setting;
        var member = Made.Master() with { Allocator = new AllocatorFacts(allocator, "2.36", arenas, null), Settings = settings };
        Assert.Equal(on, new ArenaMax2().TookEffect(member));
        Assert.Null(new ArenaMax2().TookEffect(member with { Settings = null, Allocator = new AllocatorFacts("glibc", null, arenas, null) }));
    }

    [Fact]
    public void It_took_effect_only_if_every_serving_member_shows_it()
    {
        var (on, off, unknown) = (Threshold(0), Threshold(700), Threshold(null));
        Assert.True(TookEffect(on, on));
        Assert.False(TookEffect(on, off));
        Assert.False(TookEffect(unknown, off));
        Assert.Null(TookEffect(on, unknown));
        // A lone process serves itself.
        Assert.True(RemediesInEffect.TookEffect(new GcThreshold0(), Made.Family(on)));

        static bool? TookEffect(params Member[] workers) =>
            RemediesInEffect.TookEffect(new GcThreshold0(), Made.Family(Threshold(700), workers));
        static Member Threshold(int? first) => Made.Master() with
        {
            Runtime = new RuntimeFacts("cpython", "3.11", first is { } known ? new CollectorFacts(true, [new(known, 0, 0), new(10, 0, 0), new(10, 0, 0)]) : null),
        };
    }
}
