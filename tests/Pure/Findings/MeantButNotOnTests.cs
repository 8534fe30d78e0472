using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class MeantButNotOnTests
{
    private const string Jemalloc = "/usr/lib/libjemalloc.so.2";

    [Fact]
    public void A_preload_that_is_not_loaded_is_said_with_its_reason()
    {
        var finding = Preload(With("glibc", new PreloadFacts(Jemalloc, false, "there is no such file")));
        Assert.Equal($"LD_PRELOAD names {Jemalloc}, but glibc serves in 1 of 1 processes.", finding.Statement);
        Assert.Equal("in 1 it is not loaded: there is no such file", Assert.Single(finding.Evidence).Text);
    }

    [Fact]
    public void A_preload_in_the_master_only()
    {
        var finding = Assert.Single(new PreloadNotServing().Examine(MadeFamilies.Recording(
            With("jemalloc", new PreloadFacts(Jemalloc, true, null)), With("glibc"), With("glibc"))).Findings);
        Assert.Contains("glibc serves in 2 of 3 processes", finding.Statement);
        Assert.Equal(["not_set", "master_only"], finding.Evidence.Select(row => row.Name));
    }

    [Fact]
    public void A_preload_that_is_loaded_and_not_called() =>
        Assert.Equal("loaded_not_called", Assert.Single(Preload(With("glibc", new PreloadFacts(Jemalloc, true, null))).Evidence).Name);

    [Fact]
    public void What_serves_as_meant_is_no_finding()
    {
        Assert.Same(Examination.Nothing, Rule(With("jemalloc", new PreloadFacts(Jemalloc, true, null))));
        Assert.Same(Examination.Nothing, Rule(With("glibc", new PreloadFacts("/usr/lib/libother.so", false, null))));
        Assert.Same(Examination.Nothing, Rule(With("glibc")));
        Assert.Same(Examination.Nothing, Rule(With("glibc") with { Preloads = null }));
    }

    [Theory]
    [InlineData("2", null, "glibc", 1, null)]
    [InlineData("2", null, "glibc", 2, "arenas")]
    [InlineData("2", "glibc.malloc.arena_max=8", "glibc", 5, "arenas")]
    [InlineData("2", null, "jemalloc", null, "other_allocator")]
    [InlineData("2", null, "glibc", null, null)]
    [InlineData(null, null, "glibc", 9, null)]
    [InlineData("two", null, "glibc", 9, null)]
    public void A_limit_of_arenas_that_does_not_hold(string? limit, string? tunables, string allocator, int? threadArenas, string? evidence)
    {
        var settings = new Dictionary<string, string>();
        if (limit is not null)
            settings["MALLOC_ARENA_MAX"] = limit;
        if (tunables is not null)
            settings["GLIBC_TUNABLES"] = tunables;
        var member = MadeFamilies.Master() with { Settings = settings, Allocator = new AllocatorFacts(allocator, null, threadArenas, 0) };
        var found = new ArenaMaxIgnored().Examine(MadeFamilies.Recording(member)).Findings;
        Assert.Equal(evidence, found.SingleOrDefault()?.Evidence.Single().Name);
        if (tunables is not null)
            Assert.Contains("which wins", found[0].Evidence[0].Text);
    }

    private static Finding Preload(Member member) => Assert.Single(Rule(member).Findings);

    private static Examination Rule(Member member) => new PreloadNotServing().Examine(MadeFamilies.Recording(member));

    private static Member With(string allocator, params PreloadFacts[] preloads) =>
        MadeFamilies.Master() with { Allocator = new AllocatorFacts(allocator, null, 0, 0), Preloads = preloads };
}
