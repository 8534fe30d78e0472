using Lowtide.Analysis;
using Lowtide.Analysis.Growth;

namespace Lowtide.Reports;

/// <summary>The line of memory that does not grow; what grows is a finding.</summary>
internal static class GrowthLine
{
    /// <summary>Null where it grows, and of a live look.</summary>
    public static string? Of(Explanation explanation)
    {
        if (explanation.Growth is not { Course: { Shape: GrowthShape.Settled, Fitted: var fitted } } growth)
            return null;
        var rise = (long)growth.ResidentRise;
        return $"memory of a serving process has settled, over {Amount.Time(fitted[^1].Seconds - fitted[0].Seconds)}, "
            + GrowthWords.Series(growth.Of, explanation.DotNet)
            + (growth.Of == GrowthSeriesKind.Live && Amount.Matters(rise * explanation.Family.Serving.Count, explanation.Family)
                ? $"; RSS rose by {Amount.Bytes(rise)}, which its heap took as room" : "");
    }
}
