using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>One rise has one figure, over one window, and its parts sum to it: none is below nothing.</summary>
public sealed class GrowthPartsTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>What rises and falls where is drawn: malloc, Ruby's slots, .NET's heap and the rest of it.</summary>
    [Theory]
    [InlineData("cpython")]
    [InlineData("cruby")]
    [InlineData("dotnet")]
    public void Parts_sum_to_the_rise_and_none_is_negative(string runtime)
    {
        var (random, found) = (new Random(30), 0);
        for (var number = 0; number < 60; number++)
        {
            var recording = Recording(
                (40 + random.Next(40)) * MiB, Snapshot(runtime, random, 100 * MiB), rss => Snapshot(runtime, random, rss));
            var origin = GrowthOrigin.Of(recording)!;
            Assert.Equal(origin.ResidentBytes, origin.Parts.Sum(part => part.Bytes));
            Assert.All(origin.Parts, part => Assert.True(part.Bytes >= 0, $"{part.Name}: {part.Bytes}"));
            var finding = Assert.Single(new GrowingMemory().Examine(recording).Findings);
            var rise = finding.Evidence.Single(row => row.Name == "rise_bytes").Value!.Value;
            Assert.Equal(rise, finding.Evidence.Where(row => row.Name.EndsWith("_change_bytes", StringComparison.Ordinal)).Sum(row => row.Value!.Value));
            Assert.Equal((long)rise, finding.Bytes);
            Assert.DoesNotContain(finding.Evidence, row => row.Name == "rss_rise_bytes");
            found++;
        }
        Assert.Equal(60, found);
    }

    /// <summary>Each byte is in one place, however few there are: what divisions leave over as well.</summary>
    [Fact]
    public void A_rise_of_a_few_bytes_is_divided_too()
    {
        var random = new Random(31);
        for (var number = 0; number < 10_000; number++)
        {
            var origin = new GrowthOrigin(random.Next(1, 9), new HeapUse(Any(), Any(), Any(), Any()));
            Assert.Equal(origin.ResidentBytes, origin.Parts.Sum(part => part.Bytes));
            Assert.All(origin.Parts, part => Assert.True(part.Bytes >= 0));
        }

        long Any() => random.Next(-20, 21);
    }

    /// <summary>What fell made room for what rose: chunks that were free are in use now. What was given out and never touched is not resident.</summary>
    [Theory]
    [InlineData(70, -20, 60, 50, 0, 10)]
    [InlineData(-30, 40, 10, 0, 10, 0)]
    [InlineData(100, 40, 40, 0, 40, 0)]
    [InlineData(10, 5, 60, 10, 5, 45)]
    [InlineData(80, 10, 60, 50, 10, 0)]
    public void What_fell_comes_off_what_took_its_place(long inUse, long free, long rise, long leftInUse, long leftFree, long elsewhere)
    {
        var parts = new GrowthOrigin(rise, new HeapUse(inUse, free, null, null)).Parts.ToDictionary(part => part.Name, part => part.Bytes);
        Assert.Equal(
            (leftInUse, leftFree, elsewhere), (parts[GrowthPart.InUse], parts[GrowthPart.Free], parts[GrowthPart.Elsewhere]));
    }

    /// <summary>"Elsewhere: mappings of their own" was no answer.</summary>
    [Fact]
    public void Of_a_NET_the_heap_of_its_collector_is_named()
    {
        var recording = Recording(60 * MiB, Managed(100 * MiB, 50 * MiB), rss => Managed(rss, 105 * MiB));
        var origin = GrowthOrigin.Of(recording)!;
        Assert.Equal(55 * MiB, origin.Parts.Single(part => part.Name == GrowthPart.Managed).Bytes);
        Assert.Equal(GrowthPlace.Managed, origin.Place);
        Assert.EndsWith("an hour, in its collector's heap.", Assert.Single(new GrowingMemory().Examine(recording).Findings).Statement);
        Assert.DoesNotContain(origin.Parts, part => part.Where.Contains("mappings of their own", StringComparison.Ordinal));
    }

    /// <summary>By the collector's own account, where the heap is not told from outside; without it, what is not told apart says so.</summary>
    [Theory]
    [InlineData(true, GrowthPlace.Managed)]
    [InlineData(false, GrowthPlace.Elsewhere)]
    public void Of_a_NET_whose_heap_is_not_seen_its_collector_tells(bool listened, GrowthPlace place)
    {
        var recording = Recording(60 * MiB, Bare("dotnet", 100 * MiB), rss => Bare("dotnet", rss));
        var trace = MadeTraces.Trace(
            MadeTraces.Collection(1, 1, 10) with { CommittedBytes = 20 * MiB }, MadeTraces.Collection(2, 1, 500) with { CommittedBytes = 75 * MiB });
        trace = trace with { Pid = 1 };
        var origin = GrowthOrigin.Of(listened ? recording with { DotNet = trace } : recording)!;
        Assert.Equal(place, origin.Place);
        Assert.Contains(origin.Parts, part => part.Where.Contains(listened ? "in the collector's heap" : "not told apart", StringComparison.Ordinal)
            && part.Bytes >= 55 * MiB);
    }

    private static FamilySnapshot Managed(long rss, long heap)
    {
        var bare = Bare("dotnet", rss);
        return bare with
        {
            Master = bare.Master! with
            {
                Parts = [.. Enum.GetValues<MemoryPurpose>().Select(purpose => new ResidentPart(purpose, purpose == MemoryPurpose.ManagedHeap ? heap : MiB, 0))],
            },
        };
    }

    private static FamilySnapshot Snapshot(string runtime, Random random, long rss)
    {
        var bare = Bare(runtime, rss, random.Next(80) * MiB, random.Next(80) * MiB);
        var (live, free) = (random.Next(1, 40), random.Next(1, 40));
        return bare with
        {
            Master = bare.Master! with
            {
                RubyHeap = runtime != "cruby" ? null : new RubyHeap(
                    1 << 16, [new RubyPool(64, (live + free) * 16, 0, (live + free) * MiB / 64, free * MiB / 64, 0, new int[11])], [], 0),
                Parts = runtime != "dotnet" ? null
                    : [.. Enum.GetValues<MemoryPurpose>().Select(purpose => new ResidentPart(purpose, random.Next(60) * MiB, 0))],
            },
        };
    }

    private static FamilySnapshot Bare(string runtime, long rss, long inUse = 0, long free = 0) =>
        MadeFamilies.Family(MadeFamilies.Master(rss: rss) with
        {
            Runtime = new RuntimeFacts(runtime, "9", null),
            Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
            {
                Arenas = [new ArenaFacts(true, 1, 1, inUse + free, inUse + free) { Use = new ArenaUse(inUse, free, 0, 0, 0, free, 0, 0, 0) }],
            },
        });

    /// <summary>Ten minutes in which RSS rises steadily from 100 MiB.</summary>
    private static Recording Recording(long rise, FamilySnapshot first, Func<long, FamilySnapshot> last)
    {
        var recording = MadeFamilies.Recording(MadeFamilies.Master());
        return recording with
        {
            Snapshots = [first, last((100 * MiB) + rise)],
            Samples =
            [
                .. Enumerable.Range(0, 601).Select(second => new Sample(
                    second, 1, 1, Role.Master, new MemoryUse((100 * MiB) + (rise * second / 600), null, null, null, null), null)),
            ],
            LoadPeriod = TimeSpan.FromSeconds(1),
        };
    }
}
