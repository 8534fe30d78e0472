using Lowtide.Capture.Pages;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Capture;

/// <summary>The census of one mapping, page by page, against a program that knows what it did to each page.</summary>
public sealed class PageExactTests
{
    /// <summary>What the census must say of the actor's page and of the bystander's, by kind of page.</summary>
    private static readonly Dictionary<string, (PageState Actor, PageState Bystander)> Expected = new()
    {
        ["left"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["rewritten"] = (PageState.CopiedIdentical, PageState.InheritedShared),
        ["words-changed"] = (PageState.CopiedChanged, PageState.InheritedShared),
        ["replaced"] = (PageState.CopiedChanged, PageState.InheritedShared),
        ["master-rewrote"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["master-changed"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["master-dropped"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["all-rewrote"] = (PageState.CopiedIdentical, PageState.CopiedIdentical),
        ["workers-rewrote"] = (PageState.CopiedIdentical, PageState.CopiedIdentical),
        ["workers-changed"] = (PageState.CopiedChanged, PageState.CopiedChanged),
        ["all-changed-words"] = (PageState.CopiedChanged, PageState.CopiedChanged),
        // Nothing of what was inherited is left in any of the three.
        ["all-replaced"] = (PageState.Undecided, PageState.Undecided),
        ["dropped"] = (PageState.None, PageState.InheritedShared),
        ["dropped-and-new"] = (PageState.CopiedChanged, PageState.InheritedShared),
        ["zeros-left"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["zeros-rewritten"] = (PageState.CopiedIdentical, PageState.InheritedShared),
        // Equal zeros need no common origin.
        ["zeros-rewritten-by-all"] = (PageState.Undecided, PageState.Undecided),
        ["untouched"] = (PageState.None, PageState.None),
        ["fresh"] = (PageState.New, PageState.None),
        ["fresh-in-both-workers"] = (PageState.New, PageState.New),
        ["fresh-in-all"] = (PageState.Undecided, PageState.Undecided),
        ["fresh-read"] = (PageState.None, PageState.None),
        ["fresh-read-by-all"] = (PageState.None, PageState.None),
        ["read-before"] = (PageState.None, PageState.None),
        ["read-before-then-written"] = (PageState.New, PageState.None),
        ["unmapped"] = (PageState.None, PageState.InheritedShared),
    };

    /// <summary>Where the kernel gives each reader a page of its own: to read is then to have a page, and equal zeros prove nothing.</summary>
    private static readonly Dictionary<string, (PageState Actor, PageState Bystander)> ExpectedWithoutZeroPage = new(Expected)
    {
        ["fresh-read"] = (PageState.New, PageState.None),
        ["fresh-read-by-all"] = (PageState.Undecided, PageState.Undecided),
        ["read-before"] = (PageState.InheritedShared, PageState.InheritedShared),
        ["read-before-then-written"] = (PageState.CopiedChanged, PageState.InheritedShared),
    };

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Every_page_is_told_as_it_was_touched(string python)
    {
        using var target = Said.Start(python, "page_exact.py");
        Check(target, Look.At(target.Pid), CensusEvidence.FrameNumbers);
    }

    /// <summary>
    /// What was shared before a look, or before a picture of the master was taken, is shared after it. To read a shared page
    /// by process_vm_readv is to have the kernel copy it: the target then pays for being looked at.
    /// </summary>
    [Fact]
    public void To_look_is_not_to_unshare()
    {
        using var target = Said.StartAny("page_exact.py");
        var first = Look.At(target.Pid);
        Assert.NotNull(PictureTaker.Take(first.Family.Master!.Process, CancellationToken.None));
        var second = Look.At(target.Pid);
        Check(target, second, CensusEvidence.FrameNumbers);
        Assert.All(target.WorkerPids(), pid => Assert.Equal(first.Tally(pid), second.Tally(pid)));
    }

    /// <summary>
    /// The same as a plain user, to whom the kernel shows no frame numbers, and so not which page is the one that it maps
    /// wherever memory was read before it was written: a page of zeros may stay undecided. Credentials are a thread's: this
    /// one gives its own up and opens every pagemap itself, which is when the kernel decides what to show.
    /// </summary>
    [Fact]
    public void Every_page_is_told_without_frame_numbers()
    {
        using var target = PlainThread.StartTarget("page_exact.py");
        var look = PlainThread.Run(() => Look.At(target.Pid));
        Check(target, PlainThread.Run(() => Look.At(target.Pid)), CensusEvidence.ExclusiveBit);
        Assert.Contains(look.Recording.CouldNotRead, missing => missing.What == "with whom a page is shared");
        Check(target, look, CensusEvidence.ExclusiveBit);
    }

    private static void Check(Target target, Look look, CensusEvidence evidence)
    {
        var (bystander, actor) = (look.Census(target.WorkerPids()[0]), look.Census(target.WorkerPids()[1]));
        Assert.Equal(evidence, actor.Evidence);
        var start = target.Said.GetProperty("start").GetUInt64();
        var kinds = target.Said.GetProperty("kinds").EnumerateArray().Select(kind => kind.GetString()!).ToList();
        var touched = target.Said.GetProperty("zero_page").GetBoolean() ? Expected : ExpectedWithoutZeroPage;
        Assert.Equal(touched.Keys.Order(), kinds.Distinct().Order());
        var wrong = kinds
            .Select((kind, page) => (
                Kind: kind,
                Expected: touched[kind],
                Found: (Actor: At(actor, start, page), Bystander: At(bystander, start, page))))
            .Where(page => evidence == CensusEvidence.ExclusiveBit && IsOrWasZero(page.Kind)
                ? !IsOr(PageState.Undecided, page.Expected.Actor, page.Found.Actor)
                    || !IsOr(PageState.Undecided, page.Expected.Bystander, page.Found.Bystander)
                : page.Found != page.Expected)
            .GroupBy(page => $"{page.Kind}: {page.Found} instead of {page.Expected}")
            .Select(group => $"{group.Count()} pages {group.Key}");
        Assert.Empty(wrong);

        static bool IsOrWasZero(string kind) =>
            kind is "zeros-left" or "zeros-rewritten" or "fresh-read" or "fresh-read-by-all" or "read-before" or "read-before-then-written";
        static bool IsOr(PageState doubt, PageState expected, PageState found) => found == doubt || found == expected;
    }

    private static PageState At(PageCensus census, ulong start, int page)
    {
        var address = start + ((ulong)page * Page.Size);
        var region = census.Regions.FirstOrDefault(region => address >= region.Region.Start && address < region.Region.End);
        return region is null ? PageState.None : region.Pages[(address - region.Region.Start) / Page.Size];
    }
}
