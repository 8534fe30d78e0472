using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Collections for want of room.</summary>
public sealed class MemoryLimitTests
{
    [Fact]
    public void A_limit_is_told_where_the_collector_saw_it_near()
    {
        Assert.Null(Found(new MemoryLimit(), Trace([.. Of(0, 0, 5)])));
        var near = Trace(Collection(1, 2, 1, load: 90), Collection(2, 2, 2, load: 93));
        Assert.Contains("0x61", Setting(near), StringComparison.Ordinal);
        Assert.Null(Found(new MemoryLimit(), near with { Settings = Settings with { HighMemoryPercent = 95 } }));
        var nearer = Trace(Collection(1, 2, 1, load: 99), Collection(2, 2, 2, load: 99)) with { Settings = Settings with { HighMemoryPercent = 97 } };
        Assert.Equal("give it more memory", Setting(nearer));

        static string Setting(DotNetTrace trace) => Found(new MemoryLimit(), trace)!.Evidence.Single(row => row.Name == "setting").Text;
    }

    /// <summary>The runtime takes what is above 99 for 99.</summary>
    [Theory]
    [InlineData(99)]
    [InlineData(100)]
    [InlineData(200)]
    public void Above_the_highest_there_is_nothing_to_set(int set)
    {
        var settings = Settings with { HighMemoryPercent = set };
        var near = Trace(Collection(1, 2, 1, load: 99), Collection(2, 2, 2, load: 100)) with { Settings = settings };
        var finding = Found(new MemoryLimit(), near)!;
        Assert.StartsWith(
            "the collector saw up to 100% in use; at 99% it collects generation 2 more often", finding.Evidence[0].Text, StringComparison.Ordinal);
        Assert.Equal("give it more memory", finding.Evidence.Single(row => row.Name == "setting").Text);
        Assert.False(new HighMemoryPercent().Helps(finding, Recording(near)));
        Assert.Null(Found(new MemoryLimit(), Trace(Collection(1, 2, 1, load: 98), Collection(2, 2, 2, load: 98)) with { Settings = settings }));
    }

    [Theory]
    [InlineData("DOTNET_GCHighMemPercent", "A", ": DOTNET_GCHighMemPercent=A (hexadecimal)")]
    [InlineData("COMPlus_GCHighMemPercent", "0xa", ": COMPlus_GCHighMemPercent=0xa (hexadecimal)")]
    [InlineData("DOTNET_gcServer", "1", ": System.GC.HighMemoryPercent of its runtimeconfig.json")]
    public void A_high_memory_load_that_somebody_set_is_named_with_its_setting(string variable, string value, string named)
    {
        var near = Trace(Collection(1, 2, 1, load: 12), Collection(2, 2, 2, load: 14)) with { Settings = Settings with { HighMemoryPercent = 10 } };
        var finding = Assert.Single(new MemoryLimit().Examine(Limited(0, variable, value) with { DotNet = near }).Findings);
        Assert.Equal("the collector saw up to 14% in use; at 10% it collects generation 2 more often, compacting" + named, finding.Evidence[0].Text);
        // A .nettrace has no environment, and either may have said so.
        Assert.EndsWith(
            ": DOTNET_GCHighMemPercent, or System.GC.HighMemoryPercent of its runtimeconfig.json", Found(new MemoryLimit(), near)!.Evidence[0].Text,
            StringComparison.Ordinal);
        var usual = Trace(Collection(1, 2, 1, load: 90), Collection(2, 2, 2, load: 90));
        Assert.EndsWith("more often, compacting", Found(new MemoryLimit(), usual)!.Evidence[0].Text, StringComparison.Ordinal);
    }

    /// <summary>By the memory that the runtime sees and the processors; 90% where either is not known.</summary>
    [Theory]
    [InlineData(80, null, 4, 90)]
    [InlineData(80, null, 7, 91)]
    [InlineData(80, null, 16, 95)]
    [InlineData(512, null, 47, 96)]
    [InlineData(512, null, 48, 97)]
    [InlineData(79, null, 48, 90)]
    [InlineData(512, 79, 48, 90)] // what a container has counts
    [InlineData(79, 512, 48, 90)] // unless it is allowed more than there is
    [InlineData(null, 80, 16, 95)]
    [InlineData(null, null, 48, 90)]
    [InlineData(512, null, 0, 90)]
    public void Memory_is_short_from_there_on_where_nobody_says_otherwise(int? machine, int? container, int processors, int percent)
    {
        Assert.NotNull(Loaded(percent));
        Assert.Null(Loaded(percent - 1));
        Assert.Contains($"at {percent}% it collects generation 2 more often", Loaded(percent)!.Evidence[0].Text, StringComparison.Ordinal);
        Assert.Equal(percent == 97, Loaded(99)!.Evidence.Single(row => row.Name == "setting").Text == "give it more memory");
        // Who has as much by himself gains nothing by the remedy.
        Assert.Equal(percent < 97, new HighMemoryPercent().Helps(Loaded(99)!, Seen(99)));
        // Just below, one that the program asked for was not needed.
        var asked = Seen(percent - 1, CollectionReason.Induced);
        Assert.Contains("not short", new InducedCollections().Examine(asked).Findings.Single().Evidence.Single(row => row.Name == "memory_load_percent").Text,
            StringComparison.Ordinal);

        Finding? Loaded(int load) => new MemoryLimit().Examine(Seen(load)).Findings.SingleOrDefault();

        Recording Seen(int load, CollectionReason reason = CollectionReason.AllocSmall)
        {
            var recording = Recording(Trace(Collection(1, 2, 1, reason: reason, load: load), Collection(2, 2, 2, reason: reason, load: load)));
            return recording with
            {
                Host = recording.Host with { Cpus = processors, MemoryBytes = (long?)machine << 30 },
                Snapshots = [recording.Latest with { Cgroup = container is { } limit ? new CgroupMemory(2, "/", (long)limit << 30, 0, 0) : null }],
            };
        }
    }

    [Theory]
    [InlineData(30, "the collector saw up to 30% in use, and takes memory for short at 90%")]
    [InlineData(null, "how much memory was in use was not told")]
    public void Where_only_the_reason_tells_of_want_nothing_is_said_of_a_limit(int? load, string said)
    {
        var finding = Found(new MemoryLimit(), Trace(
            Collection(1, 2, 1, reason: CollectionReason.OutOfSpaceSmall, load: load),
            Collection(2, 2, 2, reason: CollectionReason.OutOfSpaceLarge, load: load),
            Collection(3, 2, 3, reason: CollectionReason.LowMemory, load: load)))!;
        Assert.Equal("3 collections of generation 2 came for lack of memory, as the runtime gave the reason.", finding.Statement);
        Assert.Equal(["2 as the heap had no more space", "1 as memory was low", said], finding.Evidence.Take(3).Select(row => row.Text));
        // A higher limit for the load would change nothing.
        Assert.Equal("give it more memory", finding.Evidence.Single(row => row.Name == "setting").Text);
    }

    [Fact]
    public void Threads_that_waited_for_any_memory_are_told_there()
    {
        var near = Trace(Collection(1, 2, 1, load: 95), Collection(2, 2, 2, load: 95));
        Assert.DoesNotContain(Found(new MemoryLimit(), near)!.Evidence, row => row.Name == "allocation_wait_seconds");
        var waited = near with { Waits = [new DotNetWait(1, 0.3, 5, ForLarge: false), new DotNetWait(1, 0.4, 5)] };
        Assert.Equal(0.3, Found(new MemoryLimit(), waited with { Collections = [near.Collections[0]] })!.Evidence
            .Single(row => row.Name == "allocation_wait_seconds").Value);
        Assert.Null(Found(new MemoryLimit(), near with { Collections = [near.Collections[0]] }));
        Assert.Equal(0.3, Found(new MemoryLimit(), waited)!.Evidence.Single(row => row.Name == "allocation_wait_seconds").Value);
    }

    [Theory]
    [InlineData(179, false)] // of 200 MiB
    [InlineData(180, true)]
    public void A_heap_that_is_nearly_full_is_told(long before, bool told)
    {
        var recording = Limited(200 * MiB, "DOTNET_GCHeapHardLimit", "C800000");
        var full = recording with
        {
            DotNet = recording.DotNet! with
            {
                Collections = [.. Enumerable.Range(0, 2).Select(number => Collection(number, 2, number) with
                {
                    Before = [0, 0, before * MiB, 0, 0], After = [0, 0, 150 * MiB, 0, 0],
                })],
            },
        };
        var finding = new MemoryLimit().Examine(full).Findings.SingleOrDefault();
        Assert.Equal(told, finding is not null);
        if (finding is not null)
            Assert.Equal("up to 90% of it was filled as 2 of them began, 75% in the mean as they ended", finding.Evidence[0].Text);
    }
}
