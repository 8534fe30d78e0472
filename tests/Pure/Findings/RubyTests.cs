using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>What follows from a Ruby's heap.</summary>
public sealed class RubyTests
{
    [Fact]
    public void Free_slots_are_what_a_heap_has_too_many_of()
    {
        var finding = Assert.Single(new RubyFreeSlots().Examine(Made.Recording(MadeRuby.Member())).Findings);
        Assert.Equal(4_000_000, finding.Bytes);
        Assert.StartsWith("25% of the slots", finding.Statement, StringComparison.Ordinal);
        Assert.Equal(190, finding.Evidence.Single(row => row.Name == "sparse_pages").Value);
        Assert.Empty(new RubyFreeSlots().Examine(Made.Recording(MadeRuby.Member(MadeRuby.Pool with { FreeSlots = 1000 }))).Findings);
    }

    /// <summary>All of a heap is shared by its master and two workers: it is there once, whatever RSS says of each.</summary>
    [Fact]
    public void Pages_that_a_family_shares_count_once()
    {
        Member[] family = [.. new[] { 1, 2, 3 }.Select(pid => MadeRuby.Weighed(pid, mappedBy: 3))];
        var finding = Assert.Single(new RubyFreeSlots().Examine(Made.Recording(family[0], family[1..])).Findings);
        Assert.InRange(finding.Bytes!.Value, 3_999_990, 4_000_000);
        Assert.Equal(finding.Bytes / 3, finding.BytesPerWorker);
        Assert.InRange(finding.Evidence.Single(row => row.Name == "sparse_pages").Value, 188, 190);

        var unread = family[2] with { Memory = MemoryUse.Unknown };
        Assert.Contains("process 3", Assert.Single(new RubyFreeSlots().Examine(Made.Recording(family[0], family[1], unread)).CouldNotTell).Why);
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
        var untold = Assert.Single(new RubyFreeSlots().Examine(Made.Recording(unknown)).CouldNotTell);
        Assert.Contains(why, untold.Why, StringComparison.Ordinal);
        Assert.Contains(mend, untold.Mend, StringComparison.Ordinal);
        Assert.Same(Examination.Nothing, new RubyFreeSlots().Examine(Made.Recording(Made.Master())));
    }

    [Fact]
    public void Copied_heap_pages_are_told_of_workers_alone()
    {
        Member Worker(int pid, long copied)
        {
            var made = Made.Worker(pid, [], (PageState.CopiedChanged, 40 * Made.MiB));
            return made with { RubyHeap = MadeRuby.Member().RubyHeap! with { Copies = new RubyCopies(100 * Made.MiB, copied) } };
        }

        var finding = Assert.Single(new RubyHeapCopied().Examine(
            Made.Recording(MadeRuby.Member(), Worker(2, 30 * Made.MiB), Worker(3, 10 * Made.MiB))).Findings);
        Assert.Equal((40 * Made.MiB, 20 * Made.MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal(0.5, finding.Evidence.Single(row => row.Name == "copied_share").Value);
        Assert.Same(Examination.Nothing, new RubyHeapCopied().Examine(Made.Recording(MadeRuby.Member())));
    }

    [Theory]
    [InlineData("ruby.warmup", "3.1.2", "it is for Ruby 3.3 and later, and this is 3.1.2")]
    [InlineData("ruby.warmup", "3.3.8", null)]
    [InlineData("ruby.compact-before-fork", "3.0.4", "it is for Ruby 3.1 and later, and this is 3.0.4")]
    [InlineData("ruby.compact-before-fork", "3.1.2", null)]
    public void A_version_without_it_is_refused_by_name(string id, string version, string? why) =>
        Assert.Equal(why, RemedyCatalogue.Find(id)!.Refusal(Made.Family(
            MadeRuby.Weighed(1) with { Runtime = new RuntimeFacts("cruby", version, null) }, MadeRuby.Weighed(2))));

    [Fact]
    public void Another_runtime_is_refused() => Assert.NotNull(new Warmup().Refusal(Made.Family(Made.Master())));

    [Theory]
    [InlineData("--disable-gems", true)]
    [InlineData("--disable=gems", true)]
    [InlineData("-w", false)]
    public void Without_RubyGems_it_cannot_come_in(string option, bool refused) =>
        Assert.Equal(refused, new Warmup().RefusalAtLaunch(new Dictionary<string, string>(), ["ruby", option, "a.rb", "--disable-gems"]) is not null);

    [Theory]
    [InlineData("ruby.warmup", true, false, true)]
    [InlineData("ruby.warmup", false, true, false)]
    [InlineData("ruby.warmup", false, false, null)] // asked for, and its time has not come
    [InlineData("", false, false, false)]
    public void It_took_effect_where_the_kit_says_so(string asked, bool on, bool refused, bool? took)
    {
        var member = MadeRuby.Member() with
        {
            Settings = new Dictionary<string, string> { [WatchedSettings.Remedies] = asked },
            Notes = new KitNotes(on ? ["ruby.warmup"] : [], []) { Refused = refused ? ["ruby.warmup"] : [] },
        };
        Assert.Equal(took, new Warmup().TookEffect(member));
    }
}
