using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class ArenaMaxTests
{
    private static readonly ArenaMax Remedy = new(2);

    [Fact]
    public void Is_refused_under_another_allocator()
    {
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(MadeFamilies.Master())));
        Assert.Contains("malloc", Remedy.CannotTell(MadeFamilies.Family(MadeFamilies.Master())));
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(With("glibc", 3))));
        Assert.Null(Remedy.CannotTell(MadeFamilies.Family(With("glibc", 3))));
        Assert.Contains("calls jemalloc", Remedy.Refusal(MadeFamilies.Family(With("jemalloc", null))));
    }

    [Theory]
    [InlineData("LD_PRELOAD", "/usr/lib/libjemalloc.so.2", "jemalloc")]
    [InlineData("LD_PRELOAD", "libfoo.so:libtcmalloc_minimal.so.4", "tcmalloc")]
    [InlineData("LD_PRELOAD", "libfoo.so", null)]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.trim_threshold=1:glibc.malloc.arena_max=8", "GLIBC_TUNABLES")]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.trim_threshold=1", null)]
    [InlineData("MALLOC_ARENA_MAX", "8", null)]
    public void Is_refused_at_launch_where_something_stronger_decides(string name, string value, string? why)
    {
        var refusal = Remedy.RefusalAtLaunch(new Dictionary<string, string> { [name] = value }, ["server"]);
        if (why is null)
            Assert.Null(refusal);
        else
            Assert.Contains(why, refusal);
    }

    [Fact]
    public void Saves_between_nothing_and_all_that_lies_in_the_arenas()
    {
        var recording = MadeFamilies.Recording(With("glibc", 9, 40 * MadeFamilies.MiB));
        var finding = Assert.Single(FindingRules.Examine(recording).Findings);
        var saving = Remedy.Predict(finding, recording)!;
        Assert.Equal((0, 40 * MadeFamilies.MiB), (saving.LowBytes, saving.HighBytes));
        Assert.Contains("could not be told", saving.RestsOn);
    }

    /// <summary>Nine thread arenas and two: a limit of four takes none from the process that has but three in all.</summary>
    [Fact]
    public void Saves_nothing_where_there_are_no_more_arenas_than_that()
    {
        var recording = MadeFamilies.Recording(With("glibc", 9, 40 * MadeFamilies.MiB), With("glibc", 2, 10 * MadeFamilies.MiB));
        var finding = Assert.Single(FindingRules.Examine(recording).Findings);
        Assert.Equal(40 * MadeFamilies.MiB, new ArenaMax(4).Predict(finding, recording)!.HighBytes);
        Assert.Equal(50 * MadeFamilies.MiB, new ArenaMax(1).Predict(finding, recording)!.HighBytes);
    }

    /// <summary>8 MiB of 40 are free in a process; of another with 10 MiB nothing is told, so that all of both may be.</summary>
    [Fact]
    public void What_is_free_is_the_most_only_where_all_arenas_are_told()
    {
        var told = With("glibc", 9, 40 * MadeFamilies.MiB);
        told = told with
        {
            Allocator = told.Allocator! with
            {
                Arenas = [new ArenaFacts(false, 1, 1, 40 * MadeFamilies.MiB, 40 * MadeFamilies.MiB) { Use = new ArenaUse(0, 0, 0, 0, 0,
                    8 * MadeFamilies.MiB, 0, 0, 0) }],
            },
        };
        Assert.Equal((8 * MadeFamilies.MiB, false), Most(told));
        Assert.Equal((50 * MadeFamilies.MiB, true), Most(told, With("glibc", 9, 10 * MadeFamilies.MiB)));

        (long, bool IsAbout) Most(params Member[] members)
        {
            var recording = MadeFamilies.Recording(members[0], members[1..]);
            var finding = FindingRules.Examine(recording).Findings.Single(finding => finding.Id == "malloc.thread-arenas");
            return (Remedy.Predict(finding, recording)!.HighBytes, finding.Evidence.Any(row => row.Name == "certain"));
        }
    }

    [Theory]
    [InlineData("glibc", "2", 1, true)]
    [InlineData("glibc", "2", 2, false)]
    [InlineData("glibc", "2", null, null)]
    [InlineData("glibc", "4", 1, false)]
    [InlineData("glibc", null, 1, false)]
    [InlineData("jemalloc", "2", null, false)]
    public void Is_on_where_it_was_asked_for_and_shows(string allocator, string? setting, int? arenas, bool? on)
    {
        var settings = new Dictionary<string, string>();
        if (setting is not null)
            settings["MALLOC_ARENA_MAX"] = setting;
        Assert.Equal(on, Remedy.TookEffect(With(allocator, arenas) with { Settings = settings }));
    }

    /// <summary>glibc obeys the tunable; few threads may have few arenas all the same.</summary>
    [Theory]
    [InlineData("8", false)]
    [InlineData("2", true)]
    public void Is_not_on_where_a_tunable_sets_another_limit(string tunable, bool on) => Assert.Equal(on, Remedy.TookEffect(With("glibc", 1) with
    {
        Settings = new Dictionary<string, string> { ["MALLOC_ARENA_MAX"] = "2", ["GLIBC_TUNABLES"] = $"glibc.malloc.arena_max={tunable}" },
    }));

    [Fact]
    public void Is_not_known_where_the_environment_or_the_allocator_was_not_read()
    {
        Assert.Null(Remedy.TookEffect(With("glibc", 1)));
        Assert.Null(Remedy.TookEffect(MadeFamilies.Master() with { Settings = new Dictionary<string, string> { ["MALLOC_ARENA_MAX"] = "2" } }));
    }

    private static Member With(string allocator, int? arenas, long? bytes = null) =>
        MadeFamilies.Master() with { Allocator = new AllocatorFacts(allocator, "2.36", arenas, bytes) };
}
