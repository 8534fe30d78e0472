using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class RubyFreeSlotsTests
{
    [Fact]
    public void Free_slots_are_what_a_heap_has_too_many_of()
    {
        var finding = Assert.Single(new RubyFreeSlots().Examine(MadeFamilies.Recording(MadeRuby.Member())).Findings);
        Assert.Equal(4_000_000, finding.Bytes);
        Assert.StartsWith("25% of the slots", finding.Statement, StringComparison.Ordinal);
        Assert.Equal(190, finding.Evidence.Single(row => row.Name == "sparse_pages").Value);
        Assert.Empty(new RubyFreeSlots().Examine(MadeFamilies.Recording(MadeRuby.Member(MadeRuby.Pool with { FreeSlots = 1000 }))).Findings);
    }

    /// <summary>All of a heap is shared by its master and two workers: it is there once, whatever RSS says of each.</summary>
    [Fact]
    public void Pages_that_a_family_shares_count_once()
    {
        Member[] family = [.. new[] { 1, 2, 3 }.Select(pid => MadeRuby.Weighed(pid, mappedBy: 3))];
        var finding = Assert.Single(new RubyFreeSlots().Examine(MadeFamilies.Recording(family[0], family[1..])).Findings);
        Assert.InRange(finding.Bytes!.Value, 3_999_990, 4_000_000);
        Assert.Equal(finding.Bytes / 3, finding.BytesPerWorker);
        Assert.InRange(finding.Evidence.Single(row => row.Name == "sparse_pages").Value!.Value, 188, 190);

        var unread = family[2] with { Memory = MemoryUse.Unknown };
        Assert.Contains("process 3", Assert.Single(new RubyFreeSlots().Examine(MadeFamilies.Recording(family[0], family[1], unread)).CouldNotTell).Why);
    }

    /// <summary>Each with its own mend: neither helps with the other.</summary>
    [Theory]
    [InlineData(true, "how Ruby 3.4.1 lays them out is not known", "--watch-ruby")]
    [InlineData(false, "may not be read", "CAP_SYS_PTRACE")]
    public void An_unknown_version_and_memory_that_may_not_be_read_are_two_reasons(bool readable, string why, string mend)
    {
        var unknown = MadeRuby.Member() with
        {
            RubyHeap = null,
            Parts = null,
            Runtime = new RuntimeFacts("cruby", "3.4.1", null),
            Settings = readable ? new Dictionary<string, string>() : null,
        };
        var untold = Assert.Single(new RubyFreeSlots().Examine(MadeFamilies.Recording(unknown)).CouldNotTell);
        Assert.Contains(why, untold.Why, StringComparison.Ordinal);
        Assert.Contains(mend, untold.Mend, StringComparison.Ordinal);
        Assert.Same(Examination.Nothing, new RubyFreeSlots().Examine(MadeFamilies.Recording(MadeFamilies.Master())));
    }
}
