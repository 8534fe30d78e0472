using Lowtide.Analysis.Causes;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>What copied a page, as a report letters and explains it.</summary>
internal static class PageCauses
{
    /// <summary>In the order in which they are shown: what a remedy of the collector keeps, what reads do, what is written for good.</summary>
    public static readonly IReadOnlyList<PageCauseWords> All =
    [
        new(CopyCause.Collector, 'g', "a collection walked the objects there, and nothing else changed"),
        new(CopyCause.ReferenceCount, 'f', "an object there was used: its reference count was written, and nothing else"),
        new(CopyCause.AllocatorReuse, 'a', "memory there was freed, or freed and handed out again"),
        new(CopyCause.CacheFill, 'h', "a value that the runtime keeps to be quicker next time was filled in, such as a string's hash"),
        new(CopyCause.PayloadWrite, 'p', "the program's own data changed"),
        new(CopyCause.Undecided, 'd', "nothing tells who wrote there"),
    ];

    public static PageCauseWords Of(CopyCause cause) => All.First(words => words.Cause == cause);
}

internal sealed record PageCauseWords(CopyCause Cause, char Letter, string Meaning)
{
    public string Name => CauseNames.Of(Cause);

    public string NameOnMap => Cause == CopyCause.Undecided ? "copied, cause undecided" : $"copied by: {Name}";
}
