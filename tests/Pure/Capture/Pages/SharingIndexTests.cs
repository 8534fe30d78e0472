using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Pages;

/// <summary>What page table entries alone tell of one page; members are the master, an older worker and a younger one.</summary>
public sealed class SharingIndexTests
{
    private const ulong ZeroFrame = 7;
    private static PageEntry None => default;

    [Fact]
    public void One_frame_is_one_page()
    {
        var told = Told(Frame(20), Frame(20), Frame(30));
        Assert.Equal(PageState.InheritedShared, told[1].State);
        // The older worker shares it with the master, so it was there when the younger one was forked.
        Assert.Equal((PageState.Undecided, 0, true), told[2]);
    }

    [Fact]
    public void A_younger_sharer_proves_nothing_for_an_older_worker() =>
        Assert.Equal((PageState.Undecided, 0, false), Told(Frame(20), Frame(30), Frame(20))[1]);

    [Fact]
    public void Workers_of_one_clock_tick_prove_it_for_each_other() =>
        Assert.Equal((PageState.Undecided, 0, true), TakeOfOneTick(Frame(20), Frame(30), Frame(20))[1]);

    [Fact]
    public void What_the_workers_share_is_the_masters_copy()
    {
        var told = Told(out var masterCopied, Frame(40), Frame(20), Frame(20));
        Assert.Equal([PageState.InheritedShared, PageState.InheritedShared], told.Skip(1).Select(page => page.State));
        Assert.Equal(1, masterCopied);
    }

    [Fact]
    public void Three_frames_are_compared_with_the_masters() =>
        Assert.All(Told(Frame(20), Frame(30), Frame(40)).Skip(1), page => Assert.Equal((PageState.Undecided, 0, false), page));

    [Fact]
    public void Where_the_master_has_nothing_there_is_nothing_to_compare_with() =>
        Assert.Equal((PageState.Undecided, -1, false), Told(None, Frame(30), Frame(40))[1]);

    [Fact]
    public void The_zero_page_is_no_page()
    {
        var told = Told(Frame(ZeroFrame), Frame(ZeroFrame), Frame(30));
        Assert.Equal(PageState.None, told[1].State);
        Assert.Equal((PageState.Undecided, -1, false), told[2]);
    }

    [Fact]
    public void A_merged_frame_is_not_inherited_and_proves_nothing()
    {
        var told = Told(out var masterCopied, Frame(20).AsMerged(), Frame(20).AsMerged(), Frame(30));
        Assert.Equal(PageState.Merged, told[1].State);
        Assert.Equal((PageState.Undecided, 0, false), told[2]);
        Assert.Equal(0, masterCopied);
    }

    [Fact]
    public void Files_and_shared_memory_and_swap()
    {
        var file = new PageEntry((1UL << 63) | (1UL << 61) | 20);
        var swapped = new PageEntry((1UL << 62) | 20);
        var told = Told(file, file, swapped);
        Assert.Equal([PageState.None, PageState.Swapped], told.Skip(1).Select(page => page.State));
    }

    [Fact]
    public void Without_frames_two_that_are_mapped_more_than_once_share()
    {
        var (shared, own) = (new PageEntry(1UL << 63), new PageEntry((1UL << 63) | (1UL << 56)));
        Assert.Equal(PageState.InheritedShared, TakeByBit(own, shared, shared)[1].State);
        Assert.Equal((PageState.Undecided, 0, true), TakeByBit(shared, shared, own)[2]);
        // Mapped more than once, but by nobody else here.
        Assert.Equal((PageState.Undecided, 0, false), TakeByBit(own, shared, own)[1]);
    }

    private static (PageState State, int Holder, bool Proves)[] TakeByBit(params PageEntry[] entries) =>
        Take(entries, sameTick: false, exclusiveBitOnly: true, out _);

    private static PageEntry Frame(ulong frame) => new((1UL << 63) | frame);

    private static (PageState State, int Holder, bool Proves)[] Told(params PageEntry[] entries) => Told(out _, entries);

    private static (PageState State, int Holder, bool Proves)[] Told(out long masterCopied, params PageEntry[] entries) =>
        Take(entries, sameTick: false, exclusiveBitOnly: false, out masterCopied);

    private static (PageState State, int Holder, bool Proves)[] TakeOfOneTick(params PageEntry[] entries) =>
        Take(entries, sameTick: true, exclusiveBitOnly: false, out _);

    private static (PageState State, int Holder, bool Proves)[] Take(
        PageEntry[] entries, bool sameTick, bool exclusiveBitOnly, out long masterCopied)
    {
        var region = new Region(0x10000, 0x11000, MemoryPurpose.Other, null);
        var members = entries.Select((entry, number) => new MemberPages(
            new ProcessFacts(number + 1, 0, sameTick ? 5 : number, "", "", null, null, null, 1),
            [new RegionPages(region, new[] { entry })], new ProcessMemory(0))).ToArray();
        foreach (var member in members)
            member.Regions[0].BeginCensus(traces: false);
        var index = new SharingIndex(members, 0, -1, exclusiveBitOnly, ZeroFrame);
        var reference = entries.Select(_ => new short[Chunk.MostPages]).ToArray();
        index.Take(new Chunk(0x10000, 0x11000), reference);
        masterCopied = index.MasterCopiedPages;
        return [.. members.Select((member, number) => (
            member.Regions[0].States[0], SharingIndex.Holder(reference[number][0]), SharingIndex.Proves(reference[number][0])))];
    }
}
