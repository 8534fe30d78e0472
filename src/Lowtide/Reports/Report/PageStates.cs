using Lowtide.Recordings;

namespace Lowtide.Reports.Report;

/// <summary>What became of a page, as a report names and letters it.</summary>
internal static class PageStates
{
    /// <summary>In the order in which they are shown: what is still shared, what was lost and why, the rest.</summary>
    public static readonly IReadOnlyList<PageStateWords> All =
    [
        new(PageState.InheritedShared, 's', "inherited, still shared", "the frame that another member of the family maps as well"),
        new(PageState.CopiedRelinked, 'r', "copied, only relinked", "copied, and different only in words that link the collector's lists"),
        new(PageState.CopiedIdentical, 'i', "copied, identical", "copied, and byte for byte what the master still has"),
        new(PageState.CopiedChanged, 'c', "copied, changed", "copied, and different"),
        new(PageState.New, 'n', "new since the fork", "not inherited: the master has no page there"),
        new(PageState.Swapped, 'w', "swapped out", "on swap"),
        new(PageState.Merged, 'm', "merged", "merged by the kernel with an identical page (KSM)"),
        new(PageState.Undecided, 'u', "new or copied", "private, and nothing proves that it was or was not inherited"),
    ];

    public static PageStateWords Of(PageState state) => All.FirstOrDefault(words => words.State == state) ?? All[^1];

    public static long BytesOf(PageTally tally, PageState state) => state switch
    {
        PageState.InheritedShared => tally.InheritedSharedBytes,
        PageState.CopiedIdentical => tally.CopiedIdenticalBytes,
        PageState.CopiedRelinked => tally.CopiedRelinkedBytes,
        PageState.CopiedChanged => tally.CopiedChangedBytes,
        PageState.New => tally.NewBytes,
        PageState.Swapped => tally.SwappedBytes,
        PageState.Merged => tally.MergedBytes,
        _ => tally.UndecidedBytes,
    };
}

internal sealed record PageStateWords(PageState State, char Letter, string Name, string Meaning)
{
    public bool IsCopied => State is PageState.CopiedRelinked or PageState.CopiedIdentical or PageState.CopiedChanged;
}
