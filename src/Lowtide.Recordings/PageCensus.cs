namespace Lowtide.Recordings;

/// <summary>A worker's private memory, a <see cref="PageState"/> a page.</summary>
public sealed record PageCensus(CensusEvidence Evidence, IReadOnlyList<RegionCensus> Regions)
{
    /// <inheritdoc cref="PageSample.Each"/>
    public int Each
    {
        get;
        // A copy with another weight has another tally.
        init => (field, _tally) = (value, null);
    } = 1;

    private PageTally? _tally;

    public PageTally Tally => _tally ??= PageTally.Of(Regions, Each);
}

/// <param name="Pages">One <see cref="PageState"/> for each page from <c>Region.Start</c> on.</param>
public sealed record RegionCensus(Region Region, PageState[] Pages)
{
    /// <summary>One for each of <see cref="Pages"/>, <see cref="CopyTrace.None"/> for those that were not copied; null where
    /// <see cref="Member.Copies"/> is.</summary>
    public CopyTrace[]? Traces { get; init; }
}

/// <summary>How the census told one page from another.</summary>
public enum CensusEvidence
{
    /// <summary>Physical frame numbers (CAP_SYS_ADMIN): two members share a page when the frames are equal.</summary>
    FrameNumbers,

    /// <summary>Bit 56 of pagemap only: a page is mapped once or more than once, by whom is not said.</summary>
    ExclusiveBit,
}

/// <summary>Bytes by <see cref="PageState"/>.</summary>
public sealed record PageTally(
    long InheritedSharedBytes,
    long CopiedIdenticalBytes,
    long CopiedRelinkedBytes,
    long CopiedChangedBytes,
    long NewBytes,
    long SwappedBytes,
    long MergedBytes,
    long UndecidedBytes)
{
    public long CopiedBytes => CopiedIdenticalBytes + CopiedRelinkedBytes + CopiedChangedBytes;

    /// <summary>Surely inherited, whether still shared or copied since. Undecided pages are not in it.</summary>
    public long InheritedBytes => InheritedSharedBytes + CopiedBytes;

    /// <param name="each">So many times each page counts.</param>
    public static PageTally Of(IEnumerable<RegionCensus> regions, int each = 1)
    {
        var pages = new long[256];
        foreach (var region in regions)
            foreach (var state in region.Pages)
                pages[(byte)state]++;
        long Bytes(PageState state) => pages[(byte)state] * Page.Size * each;
        return new PageTally(
            Bytes(PageState.InheritedShared),
            Bytes(PageState.CopiedIdentical),
            Bytes(PageState.CopiedRelinked),
            Bytes(PageState.CopiedChanged),
            Bytes(PageState.New),
            Bytes(PageState.Swapped),
            Bytes(PageState.Merged),
            Bytes(PageState.Undecided));
    }
}
