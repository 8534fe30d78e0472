using Lowtide.Analysis.Causes;

namespace Lowtide.Reports.Words;

/// <summary>Causes in the words of screens and reports.</summary>
internal static class CauseNames
{
    public static string Of(CopyCause cause) => cause switch
    {
        CopyCause.Collector => "collector",
        CopyCause.ReferenceCount => "reference counts",
        CopyCause.AllocatorReuse => "allocator reuse",
        CopyCause.CacheFill => "cache fill",
        CopyCause.PayloadWrite => "payload write",
        _ => "undecided",
    };
}
