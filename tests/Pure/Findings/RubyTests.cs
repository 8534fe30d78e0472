using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>What follows from a Ruby's heap, and from the parts of its memory.</summary>
public sealed class RubyTests
{
    private static readonly RubyPool Pool = new(40, 1000, 0, 400_000, 100_000, 250_000, [10, 0, 90, 0, 0, 100, 0, 0, 0, 0, 800]);

    [Fact]
    public void Free_slots_are_what_a_heap_has_too_many_of()
    {
        var finding = Assert.Single(new RubyFreeSlots().Examine(Made.Recording(Ruby())).Findings);
        Assert.Equal(4_000_000, finding.Bytes);
        Assert.StartsWith("25% of the slots", finding.Statement, StringComparison.Ordinal);
        Assert.Equal(190, finding.Evidence.Single(row => row.Name == "sparse_pages").Value);
        Assert.Empty(new RubyFreeSlots().Examine(Made.Recording(Ruby(Pool with { FreeSlots = 1000 }))).Findings);
    }

    [Fact]
    public void A_version_whose_pages_are_not_known_is_said_once()
    {
        var unknown = Ruby() with { RubyHeap = null, Parts = null, Runtime = new RuntimeFacts("cruby", "3.4.1", null) };
        Assert.Contains("3.4.1", Assert.Single(new RubyFreeSlots().Examine(Made.Recording(unknown)).CouldNotTell).Why, StringComparison.Ordinal);
        Assert.Same(Examination.Nothing, new RubyFreeSlots().Examine(Made.Recording(Made.Master())));
    }

    [Fact]
    public void Copied_heap_pages_are_told_of_workers_alone()
    {
        Member Worker(int pid, long copied)
        {
            var made = Made.Worker(pid, [], (PageState.CopiedChanged, 40 * Made.MiB));
            return made with { RubyHeap = Ruby().RubyHeap! with { Copies = new RubyCopies(100 * Made.MiB, copied) } };
        }

        var finding = Assert.Single(new RubyHeapCopied().Examine(
            Made.Recording(Ruby(), Worker(2, 30 * Made.MiB), Worker(3, 10 * Made.MiB))).Findings);
        Assert.Equal((40 * Made.MiB, 20 * Made.MiB), (finding.Bytes, finding.BytesPerWorker));
        Assert.Equal(0.5, finding.Evidence.Single(row => row.Name == "copied_share").Value);
        Assert.Same(Examination.Nothing, new RubyHeapCopied().Examine(Made.Recording(Ruby())));
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(20, null)]
    [InlineData(20, 40)] // malloc of objects: 40 MiB less 12 MB of slots
    [InlineData(0, 4000)] // objects say that they hold more than malloc has in use
    public void The_parts_sum_to_the_kernels_pss(int sharedMiB, int? walkedMiB)
    {
        var member = Ruby() with
        {
            Parts =
            [
                new(MemoryPurpose.RubyPages, 16_384_000, sharedMiB * Made.MiB / 2),
                new(MemoryPurpose.Malloc, 60 * Made.MiB, sharedMiB * Made.MiB / 2),
                new(MemoryPurpose.LargeBlocks, 5 * Made.MiB, 0),
                new(MemoryPurpose.Stacks, Made.MiB, 0),
                new(MemoryPurpose.LibraryData, Made.MiB, 0),
                new(MemoryPurpose.MadeCode, 0, 0),
                new(MemoryPurpose.Other, 2 * Made.MiB, 0),
            ],
            Memory = new MemoryUse(100 * Made.MiB, 90 * Made.MiB, null, null, null)
            {
                PssAnonymousBytes = 80 * Made.MiB, PssFileBytes = 9 * Made.MiB, PssSharedMemoryBytes = Made.MiB,
            },
            RubyKit = walkedMiB is { } walked ? new RubyKit(
                DateTimeOffset.UnixEpoch, new Dictionary<string, long>(), [],
                new RubyWalk("a", 0.1, new Dictionary<string, long> { ["TOTAL"] = walked * Made.MiB })) : null,
        };

        var shares = MemoryBreakdown.Of(member);

        Assert.NotNull(shares);
        Assert.Equal(90 * Made.MiB, shares.Sum(share => share.Bytes));
        Assert.All(shares, share => Assert.True(share.Bytes > 0 || share.Kind == MemoryShareKind.Other));
        Assert.Equal(9 * Made.MiB, shares.Single(share => share.Kind == MemoryShareKind.Code).Bytes);
        var objects = shares.SingleOrDefault(share => share.Kind == MemoryShareKind.MallocOfObjects)?.Bytes ?? 0;
        Assert.Equal(walkedMiB is null, objects == 0);
        if (walkedMiB == 4000)
            Assert.DoesNotContain(shares, share => share.Kind == MemoryShareKind.MallocOfOthers);
        if (walkedMiB is null && sharedMiB == 0)
            Assert.Equal(12_000_000, shares.Single(share => share.Kind == MemoryShareKind.RubyLiveSlots).Bytes, 5000.0);
    }

    [Fact]
    public void Without_one_of_its_parts_there_is_no_breakdown()
    {
        Assert.Null(MemoryBreakdown.Of(Ruby()));
        Assert.Null(MemoryBreakdown.Of(Made.Master()));
    }

    [Theory]
    [InlineData("ruby.warmup", "3.1.2", "it is for Ruby 3.3 and later, and this is 3.1.2")]
    [InlineData("ruby.warmup", "3.3.8", null)]
    [InlineData("ruby.compact-before-fork", "3.0.4", "it is for Ruby 3.1 and later, and this is 3.0.4")]
    [InlineData("ruby.compact-before-fork", "3.1.2", null)]
    public void A_version_without_it_is_refused_by_name(string id, string version, string? why) =>
        Assert.Equal(why, RemedyCatalogue.Find(id)!.Refusal(Made.Family(Ruby() with { Runtime = new RuntimeFacts("cruby", version, null) })));

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
        var member = Ruby() with
        {
            Settings = new Dictionary<string, string> { [WatchedSettings.Remedies] = asked },
            Notes = new KitNotes(on ? ["ruby.warmup"] : [], []) { Refused = refused ? ["ruby.warmup"] : [] },
        };
        Assert.Equal(took, new Warmup().TookEffect(member));
    }

    private static Member Ruby(RubyPool? pool = null) => Made.Master() with
    {
        Runtime = new RuntimeFacts("cruby", "3.3.8", null),
        RubyHeap = new RubyHeap(1 << 14, [pool ?? Pool], [new RubyObjects("string", 300_000, 12_000_000)], 0),
    };
}
