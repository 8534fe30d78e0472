using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>A Ruby of 100 MiB, of which some is another malloc's heap.</summary>
public sealed class OtherHeapTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void Jemallocs_arenas_say_what_is_free_and_what_gives_it_back()
    {
        var finding = Assert.Single(Examine("jemalloc", other: 80, new JemallocUse(4, 60 * MiB, 20 * MiB, 4 * MiB)));
        Assert.Equal("jemalloc's heap is 80 MiB (80%): 56 MiB in use, 24 MiB freed and kept.", finding.Statement);
        Assert.Equal((80 * MiB, 80 * MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal(20 * MiB, Assert.Single(finding.Evidence, row => row.Name == Finding.ToSet).Value);
        Assert.Contains("jeprof", Assert.Single(finding.Evidence, row => row.Name == Finding.NextLook).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4, false)]
    [InlineData(5, true)]
    public void Few_freed_pages_are_nothing_to_set(long dirty, bool sets) => Assert.Equal(sets,
        Assert.Single(Examine("jemalloc", other: 80, new JemallocUse(4, 75 * MiB, dirty * MiB, 30 * MiB))).Evidence.Any(row => row.Name == Finding.ToSet));

    [Theory]
    [InlineData("jemalloc", true)]
    [InlineData("tcmalloc", false)]
    public void What_tells_nothing_of_its_heap_has_a_size_alone(string name, bool looks)
    {
        var finding = Assert.Single(Examine(name, other: 80, null));
        Assert.Equal($"{name}'s heap is 80 MiB (80%): how much of it is free cannot be told from outside.", finding.Statement);
        Assert.Equal(looks, finding.Evidence.Any(row => row.Name == Finding.NextLook));
    }

    [Theory]
    [InlineData("jemalloc", 49, true)]
    [InlineData("glibc", 80, true)]
    [InlineData("jemalloc", 80, false)]
    public void Less_than_half_glibcs_or_untold_is_none(string name, long other, bool told) => Assert.Empty(Examine(name, other, null, told));

    private static IReadOnlyList<Finding> Examine(string name, long other, JemallocUse? use, bool told = true)
    {
        var member = MadeRuby.Member() with
        {
            Allocator = new AllocatorFacts(name, "5.3.0", null, null) { Jemalloc = use },
            Parts = told ? [new(MemoryPurpose.RubyPages, 10 * MiB, 0), new(MemoryPurpose.Other, other * MiB, 0)] : null,
            Memory = new MemoryUse(100 * MiB, 100 * MiB, null, null, null)
            {
                PssAnonymousBytes = (10 + other) * MiB, PssFileBytes = (90 - other) * MiB, PssSharedMemoryBytes = 0,
            },
        };
        return new OtherHeap().Examine(MadeFamilies.Recording(member)).Findings;
    }
}
