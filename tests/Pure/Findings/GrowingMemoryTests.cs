using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class GrowingMemoryTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void A_leak_is_what_is_alive()
    {
        var finding = Assert.Single(Examine(Linear, Arenas((100, 10)), Arenas((155, 12))).Findings);
        Assert.StartsWith("Memory of the process rises steadily, by 360 MiB an hour: what is alive grows, which is a leak", finding.Statement);
        Assert.InRange(finding.Bytes!.Value / (double)MiB, 59, 61);
        Assert.InRange(Value(finding, "bytes_per_second"), 0.0999 * MiB, 0.1001 * MiB);
        Assert.Equal(55 * MiB, Value(finding, "in_use_change_bytes"));
        Assert.Equal(2 * MiB, Value(finding, "free_change_bytes"));
        Assert.Equal(3 * MiB, Value(finding, "elsewhere_change_bytes"));
        Assert.Contains("who allocates it", Assert.Single(finding.Evidence, row => row.Name == Finding.NextLook).Text, StringComparison.Ordinal);
        // 4 GiB available, as the host says.
        Assert.InRange(Value(finding, "seconds_until_full"), 40_900, 41_000);
    }

    [Fact]
    public void Freed_and_kept_is_fragmentation() =>
        Assert.EndsWith("which is fragmentation and no leak.", Assert.Single(Examine(Linear, Arenas((100, 10)), Arenas((105, 60))).Findings).Statement);

    [Fact]
    public void Fragmentation_asks_for_no_look_at_who_allocates() =>
        Assert.DoesNotContain(Assert.Single(Examine(Linear, Arenas((100, 10)), Arenas((105, 60))).Findings).Evidence, row => row.Name == Finding.NextLook);

    /// <summary>Python's small objects lie in mappings of its own, so that a leak of them shows as nothing of malloc's.</summary>
    [Theory]
    [InlineData("cpython", "outside malloc's arenas: there lie Python's small objects, alive or freed, and large blocks.")]
    [InlineData("cruby", "outside malloc's arenas.")]
    public void Outside_malloc(string runtime, string words)
    {
        var recording = Recording(Linear, Arenas((100, 10)), Arenas((105, 12)));
        var last = recording.Latest with { Master = recording.Latest.Master! with { Runtime = new RuntimeFacts(runtime, "3", null) } };
        Assert.EndsWith(words, Assert.Single(new GrowingMemory().Examine(recording with { Snapshots = [recording.Snapshots[0], last] }).Findings).Statement);
    }

    [Fact]
    public void New_threads_are_said()
    {
        var recording = Recording(Linear, Arenas((100, 10)), Arenas((105, 12)));
        var master = recording.Latest.Master!;
        var last = recording.Latest with { Master = master with { Process = master.Process with { Threads = master.Process.Threads + 20 } } };
        var finding = Assert.Single(new GrowingMemory().Examine(recording with { Snapshots = [recording.Snapshots[0], last] }).Findings);
        Assert.Equal(20, Value(finding, "new_threads"));
        Assert.DoesNotContain(Assert.Single(new GrowingMemory().Examine(recording).Findings).Evidence, row => row.Name == "new_threads");
    }

    /// <summary>60 MiB, of which 10 are alive and 40 free slots.</summary>
    [Fact]
    public void Free_slots_of_Ruby_are_fragmentation()
    {
        var recording = Recording(Linear, Arenas((100, 10)), Arenas((105, 12)));
        var finding = Assert.Single(new GrowingMemory().Examine(recording with
        {
            Snapshots = [WithRuby(recording.Snapshots[0], 10, 10), WithRuby(recording.Snapshots[1], 15, 50)],
        }).Findings);
        Assert.EndsWith(": free slots of Ruby's heap pages grow, which is fragmentation and no leak.", finding.Statement);
        Assert.Equal(5 * MiB, Value(finding, "ruby_live_change_bytes"));
        Assert.Equal(40 * MiB, Value(finding, "ruby_free_change_bytes"));
        Assert.Equal(8 * MiB, Value(finding, "elsewhere_change_bytes"));
    }

    [Fact]
    public void Unread_arenas_leave_the_course_alone()
    {
        var finding = Assert.Single(Examine(Linear, null, Arenas((155, 12))).Findings);
        Assert.EndsWith("by 360 MiB an hour.", finding.Statement);
        Assert.Null(finding.Evidence.Single(row => row.Name == "in_use_change_bytes").Value);
    }

    [Fact]
    public void New_arenas_have_a_limit()
    {
        var finding = Assert.Single(Examine(Linear, Arenas((100, 10)), Arenas((100, 10), (40, 2), (10, 2))).Findings);
        Assert.Equal(2, Value(finding, "new_arenas"));
        Assert.Equal(16, Value(finding, "arena_limit"));
        finding = Assert.Single(Examine(Linear, null, Arenas((100, 10), (40, 2)), [new("MALLOC_ARENA_MAX", "4")]).Findings);
        Assert.Equal(4, Value(finding, "arena_limit"));
        finding = Assert.Single(Examine(Linear, null, Arenas((100, 10), (40, 2)), [new("GLIBC_TUNABLES", "glibc.malloc.arena_max=3")]).Findings);
        Assert.DoesNotContain(finding.Evidence, row => row.Name == "arena_limit");
    }

    [Fact]
    public void What_settles_is_no_finding()
    {
        var examination = Examine(second => 100 + (60 * (1 - Math.Exp(-second / 40.0))), Arenas((100, 10)), Arenas((155, 12)));
        Assert.Empty(examination.Findings);
        Assert.Empty(examination.CouldNotTell);
    }

    [Fact]
    public void What_fills_up_is_a_plateau() => Assert.StartsWith(
        "Memory of the process rises ever more slowly",
        Assert.Single(Examine(second => 100 + (30 * Math.Log(1 + (second / 30.0))), Arenas((100, 10)), Arenas((155, 12))).Findings).Statement);

    [Fact]
    public void Half_a_minute_is_too_short_and_says_how_long()
    {
        var recording = Recording(Linear, null, null) with { LoadPeriod = TimeSpan.FromDays(1) };
        var untold = Assert.Single(new GrowingMemory().Examine(recording).CouldNotTell);
        Assert.Equal("whether memory goes on growing: +54 MiB in 10 min", untold.What);
        Assert.Contains("record for 2 days in all", untold.Mend);
    }

    /// <summary>Less than a MiB: nobody who recorded for another reason is told to record for days.</summary>
    [Fact]
    public void What_hardly_rose_need_not_be_recorded_for_longer()
    {
        var recording = Recording(second => 100 + (0.0015 * second), null, null) with { LoadPeriod = TimeSpan.FromDays(1) };
        Assert.Equal(Examination.Nothing, new GrowingMemory().Examine(recording));
    }

    /// <summary>A reload begins another life at the level of the first: each of both workers leaks all the same.</summary>
    [Fact]
    public void Workers_that_are_replaced_begin_anew()
    {
        var samples = Enumerable.Range(0, 601).SelectMany(second => new[] { 2, 3 }.Select(pid =>
            Sample(second, pid + (second < 300 ? 0 : 10), Role.Worker, 100 + (0.2 * (second % 300)))));
        var recording = MadeFamilies.Recording(MadeFamilies.Master(), MadeFamilies.Worker(12, []), MadeFamilies.Worker(13, [])) with
        {
            Samples = [.. samples],
            LoadPeriod = TimeSpan.FromSeconds(1),
        };
        var finding = Assert.Single(new GrowingMemory().Examine(recording).Findings);
        Assert.StartsWith("Memory of a worker rises steadily, by 720 MiB an hour", finding.Statement);
        Assert.InRange(finding.BytesPerWorker!.Value / (double)MiB, 58, 61);
    }

    private static double Linear(int second) => 100 + (0.1 * second);

    private static double Value(Finding finding, string name) => finding.Evidence.Single(row => row.Name == name).Value!.Value;

    private static Examination Examine(
        Func<int, double> course, IReadOnlyList<ArenaFacts>? first, IReadOnlyList<ArenaFacts>? last, KeyValuePair<string, string>[]? settings = null) =>
        new GrowingMemory().Examine(Recording(course, first, last, settings));

    /// <summary>Ten minutes of a lone process, under a steady load.</summary>
    private static Recording Recording(
        Func<int, double> course, IReadOnlyList<ArenaFacts>? first, IReadOnlyList<ArenaFacts>? last, KeyValuePair<string, string>[]? settings = null)
    {
        var recording = MadeFamilies.Recording(With(first, course(0), settings));
        return recording with
        {
            Host = recording.Host with { AvailableBytes = 4096 * MiB },
            Snapshots = [recording.Snapshots[0], MadeFamilies.Family(With(last, course(600), settings))],
            Samples = [.. Enumerable.Range(0, 601).Select(second => Sample(second, 1, Role.Master, course(second)))],
            LoadPeriod = TimeSpan.FromSeconds(1),
        };
    }

    /// <summary>MiB in live and in free slots.</summary>
    private static FamilySnapshot WithRuby(FamilySnapshot family, int live, int free) => family with
    {
        Master = family.Master! with
        {
            RubyHeap = new RubyHeap(
                1 << 16, [new RubyPool(64, (live + free) * 16, 0, (live + free) * MiB / 64, free * MiB / 64, 0, new int[11])], [], 0),
        },
    };

    private static Sample Sample(int second, int pid, Role role, double mebibytes) =>
        new(second, pid, pid, role, new MemoryUse((long)(mebibytes * MiB), null, null, null, null), null);

    private static Member With(IReadOnlyList<ArenaFacts>? arenas, double mebibytes, KeyValuePair<string, string>[]? settings) =>
        MadeFamilies.Master(rss: (long)(mebibytes * MiB)) with
        {
            Allocator = new AllocatorFacts("glibc", "2.36", 0, 0) { Arenas = arenas },
            Settings = new Dictionary<string, string>(settings ?? []),
        };

    /// <summary>MiB in use, and free and resident, of each arena.</summary>
    private static IReadOnlyList<ArenaFacts> Arenas(params (int InUse, int Free)[] arenas) => [.. arenas.Select((arena, number) =>
        new ArenaFacts(number == 0, 1, 1, (arena.InUse + arena.Free) * MiB, (arena.InUse + arena.Free) * MiB)
        {
            Use = new ArenaUse(arena.InUse * MiB, arena.Free * MiB, 0, 0, 0, arena.Free * MiB, 0, 0, 0),
        })];
}
