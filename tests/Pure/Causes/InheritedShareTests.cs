using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Causes;

public sealed class InheritedShareTests
{
    private const ulong Piece = 64 << 10;

    [Fact]
    public void Of_all_pages_nothing_is_uncertain()
    {
        var shares = InheritedShare.All(Family(null, Pages(PageState.InheritedShared, 12), Pages(PageState.CopiedChanged, 4)));
        Assert.Equal(0.75, Of(shares, null).Share);
        Assert.Equal(0.25, Of(shares, CopyCause.PayloadWrite).Share);
        Assert.All(shares, share => Assert.Equal(0, share.Margin));
    }

    /// <summary>
    /// Pieces of 16, 16 and 8 inherited pages, of which 8, 0 and 8 were copied: 40% of them. Each differs by 1.6, -6.4 and 4.8 pages from what 40% of it are;
    /// their squares come to 66.56. A third was looked at: 1.96 * sqrt(2/3 * 66.56 / (3 * 2)) / (40 / 3).
    /// </summary>
    [Fact]
    public void Of_some_the_margin_is_that_of_a_ratio_from_clusters()
    {
        var shares = InheritedShare.All(Family(
            new PageSample(3, 3),
            [.. Pages(PageState.InheritedShared, 8), .. Pages(PageState.CopiedChanged, 8)],
            Pages(PageState.InheritedShared, 16),
            [.. Pages(PageState.CopiedChanged, 8), .. Pages(PageState.New, 8)]));
        var copied = Of(shares, CopyCause.PayloadWrite);
        Assert.Equal(0.4, copied.Share, 10);
        Assert.Equal(1.96 * Math.Sqrt(2.0 / 3 * 66.56 / 6) / (40.0 / 3), copied.Margin, 10);
    }

    /// <summary>Of two workers that do the same a piece is one cluster: they say no more of the rest of the memory than one does.</summary>
    [Fact]
    public void More_workers_are_no_more_pieces()
    {
        PageState[][] pieces = [[.. Pages(PageState.InheritedShared, 8), .. Pages(PageState.CopiedChanged, 8)], Pages(PageState.InheritedShared, 16)];
        var (one, two) = (Family(new PageSample(2, 4), pieces), Family(new PageSample(2, 4), pieces));
        two = two with { Workers = [two.Workers[0], two.Workers[0] with { Process = two.Workers[0].Process with { Pid = 3 } }] };
        Assert.Equal(Of(InheritedShare.All(one), null).Margin, Of(InheritedShare.All(two), null).Margin, 10);
    }

    [Fact]
    public void What_nobody_inherited_has_no_shares()
    {
        var family = Family(new PageSample(1, 2), Pages(PageState.New, 16));
        Assert.Empty(InheritedShare.All(family));
        Assert.DoesNotContain("points", InheritedShare.SomePages(family)!.Why, StringComparison.Ordinal);
    }

    private static InheritedShare Of(IReadOnlyList<InheritedShare> shares, CopyCause? cause) => Assert.Single(shares, share => share.Cause == cause);

    private static PageState[] Pages(PageState state, int count) => [.. Enumerable.Repeat(state, count)];

    private static ulong Start(int index) => (ulong)(index + 1) * 3 * Piece;

    private static FamilySnapshot Family(PageSample? sample, params PageState[][] pieces)
    {
        var worker = MadeFamilies.Worker(2, [5, 4, 3]) with
        {
            Copies = [],
            Census = new PageCensus(CensusEvidence.FrameNumbers, [.. pieces.Select((pages, index) => new RegionCensus(
                new Region(Start(index), Start(index) + ((ulong)pages.Length * Page.Size), MemoryPurpose.Other, null), pages)
            {
                Traces = [.. pages.Select(page => page == PageState.CopiedChanged ? CopyTrace.Content : CopyTrace.None)],
            })])
            {
                Each = sample?.Each ?? 1,
            },
        };
        return MadeFamilies.Family(MadeFamilies.Master(), worker) with { Sample = sample };
    }
}
