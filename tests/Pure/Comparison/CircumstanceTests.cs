using Lowtide.Analysis.Comparison;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Comparison;

public sealed class CircumstanceTests
{
    private const long MiB = Sides.MiB;

    private static readonly Recording A = Sides.Recording(11, [1 * MiB, 2 * MiB]), B = Sides.Recording(21, [1 * MiB, 2 * MiB]);

    private static readonly CollectorFacts Off = new(true, [new(0, 0, 0), new(10, 0, 0), new(10, 0, 0)]) { Frozen = false };

    [Fact]
    public void Requests_are_not_seen_from_outside_and_all_else_can_be_the_same()
    {
        var all = Circumstance.Of(ComparedFamily.Of(A), ComparedFamily.Of(B));
        Assert.Equal(new Circumstance("requests served", null, null, null), all[0]);
        Assert.All(all.Skip(1), one => Assert.False(one.Differs, one.Name));
    }

    public static TheoryData<string, Func<FamilySnapshot, FamilySnapshot>, string?> Changes => new()
    {
        { "workers", family => family with { Workers = [family.Workers[0]] }, "1" },
        { "runtime", Each(member => member with { Runtime = member.Runtime! with { Version = "3.12.1" } }), "cpython 3.12.1" },
        { "allocator", Each(member => member with { Allocator = new AllocatorFacts("jemalloc", null, null, null) }), "jemalloc" },
        { "command line", Each(member => member with { Process = member.Process with { CommandLine = "server --new" } }), "server --new" },
        { "executable", Each(member => member with { Process = member.Process with { Executable = "/opt/server" } }), "/opt/server" },
        { "memory limit", family => family with { Cgroup = family.Cgroup! with { LimitBytes = null } }, "none" },
        { "memory limit", family => family with { Cgroup = null }, null },
        { "swapped out", Each(member => member with { Memory = member.Memory with { SwapBytes = MiB } }), "2.0 MiB" },
        { "remedies in effect", Each(member => member with { Runtime = member.Runtime! with { Collector = Off } }), "cpython.gc-threshold-0" },
        { "remedies in effect", Each(member => member with { Settings = null, Runtime = null, Allocator = null }), null },
        { "age of the workers (median)", family => family with { UptimeTicks = 43_000 }, "30 s" },
        { "age of the workers (median)", family => family with { UptimeTicks = null }, null },
    };

    [Theory]
    [MemberData(nameof(Changes))]
    public void Each_that_can_be_read_is_named(string name, Func<FamilySnapshot, FamilySnapshot> change, string? words)
    {
        var all = Circumstance.Of(ComparedFamily.Of(A), ComparedFamily.Of(B with { Snapshots = [change(B.Latest)] }));
        var one = Assert.Single(all, circumstance => circumstance.Name == name);
        Assert.Equal(words, one.B);
        Assert.Equal(words is null ? null : true, one.Differs);
    }

    /// <summary>Of two processes that each serve alone nothing is said of workers and forks.</summary>
    [Theory]
    [InlineData(1000, 1050, "10", "10", false)] // in 100 s
    [InlineData(1000, 2000, "10", "20", true)]
    [InlineData(1000, null, "10", null, null)]
    public void Lone_processes_of_DotNet_are_told_apart_by_what_their_runtimes_told(int served, int? other, string a, string? b, bool? differs)
    {
        var all = Circumstance.Of(ComparedFamily.Of(Sides.DotNet(7, served, server: false)), ComparedFamily.Of(Sides.DotNet(8, other, server: true)));
        var requests = all[0];
        Assert.Equal(("requests served a second", a, b, differs), (requests.Name, requests.A, requests.B, requests.Differs));
        Assert.Equal(other is null ? "not of B" : null, requests.Unknown);
        Assert.DoesNotContain(all, one => one.Name.Contains("workers", StringComparison.Ordinal));
        var remedies = Assert.Single(all, one => one.Name == "remedies in effect");
        Assert.Equal(("none seen", "dotnet.server-gc", true), (remedies.A, remedies.B, remedies.Differs));
    }

    /// <summary>A variable may be one of the program's own files, which nobody reads.</summary>
    [Fact]
    public void How_many_remedies_cannot_be_told_is_said()
    {
        var (one, other) = (ComparedFamily.Of(Sides.DotNet(7, null, server: false)), ComparedFamily.Of(Sides.DotNet(8, null, server: false)));
        var remedies = Circumstance.Of(one, other).Single(circumstance => circumstance.Name == "remedies in effect");
        Assert.Null(remedies.Differs);
        Assert.Matches(@"^none seen; of \d+ it cannot be told, such as dotnet\.", remedies.Unknown);
    }

    [Fact]
    public void The_runtimes_collections_and_pauses_are_figures()
    {
        var figures = Assert.Single(ComparedFamily.Of(Sides.DotNet(7, null, server: false)).Workers);
        Assert.Equal((0.02, 0.03), (figures.CollectionsPerSecond!.Value, Math.Round(figures.PauseShare!.Value, 9)));
        var brief = Sides.DotNet(7, null, server: false);
        var none = Assert.Single(ComparedFamily.Of(brief with { DotNet = brief.DotNet! with { Seconds = 9 } }).Workers);
        Assert.Equal((null, null), (none.CollectionsPerSecond, none.PauseShare));
    }

    [Fact]
    public void Ages_that_are_near_are_the_same()
    {
        Assert.False(Age(100_000 + 5_000).Differs);
        Assert.True(Age(100_000 + 9_000).Differs);

        Circumstance Age(long uptime) => Circumstance
            .Of(ComparedFamily.Of(A), ComparedFamily.Of(B with { Snapshots = [B.Latest with { UptimeTicks = uptime }] }))
            .Single(one => one.Name.StartsWith("age", StringComparison.Ordinal));
    }

    [Fact]
    public void Ages_stand_in_one_unit()
    {
        var (young, old) = (A with { Snapshots = [A.Latest with { UptimeTicks = 100_000 }] }, B with { Snapshots = [B.Latest with { UptimeTicks = 400_000 }] });
        var age = Circumstance.Of(ComparedFamily.Of(young), ComparedFamily.Of(old)).Single(one => one.Name.StartsWith("age", StringComparison.Ordinal));
        Assert.EndsWith(" min", age.A);
        Assert.EndsWith(" min", age.B);
    }

    /// <summary>Both took 30 s; the first ended at midnight.</summary>
    [Theory]
    [InlineData(-1, false)]
    [InlineData(30, false)]
    [InlineData(31, true)]
    [InlineData(-30, false)]
    [InlineData(-31, true)]
    public void Observations_that_do_not_overlap_were_at_different_times(int later, bool differs)
    {
        var other = B with { Snapshots = [B.Latest with { At = A.Latest.At.AddSeconds(later) }] };
        var time = Circumstance.Of(ComparedFamily.Of(A), ComparedFamily.Of(other)).Single(one => one.Name == "time of the observation");
        Assert.Equal(differs, time.Differs);
    }

    /// <summary>Of a history the look may be older than the samples.</summary>
    [Theory]
    [InlineData(20, false)]
    [InlineData(40, true)]
    public void Stretches_of_a_history_are_as_long_as_their_samples(int later, bool differs)
    {
        var began = A.Latest.At.AddSeconds(-30);
        var (one, other) = (A with { SampledFrom = began }, A with { SampledFrom = began.AddSeconds(later) });
        Assert.Equal(differs, Circumstance.Of(ComparedFamily.Of(one), ComparedFamily.Of(other)).Single(at => at.Name == "time of the observation").Differs);
    }

    [Fact]
    public void The_machine_is_a_circumstance()
    {
        var other = B with { Host = new Host("6.12.0", "another CPU", 8, [], 1 * MiB, null, "0.1.0") };
        Assert.Equal(
            ["kernel", "CPU", "CPUs", "memory of the machine"],
            Circumstance.Of(ComparedFamily.Of(A), ComparedFamily.Of(other)).Where(one => one.Differs == true).Select(one => one.Name));
    }

    private static Func<FamilySnapshot, FamilySnapshot> Each(Func<Member, Member> change) =>
        family => family with { Master = change(family.Master!), Workers = [.. family.Workers.Select(change)] };
}
