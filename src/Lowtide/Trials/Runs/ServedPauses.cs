using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>How a .NET server's collector paused it while it was loaded.</summary>
/// <param name="Share">Of that time.</param>
/// <param name="P99Seconds">Of the pauses; null where there was none, as <paramref name="LongestSeconds"/>.</param>
/// <param name="FullCollections">Of generation 2, background ones among them.</param>
internal sealed record ServedPauses(double Share, double? P99Seconds, double? LongestSeconds, int FullCollections)
{
    /// <param name="trace">Of the load and no more.</param>
    public static ServedPauses Of(DotNetTrace trace)
    {
        double[] pauses = [.. trace.OwnPauses.Select(pause => pause.Seconds).Order()];
        return new ServedPauses(
            trace.Seconds > 0 ? trace.PauseSeconds / trace.Seconds : 0,
            pauses is [] ? null : Quantile.OfSorted(pauses, 0.99),
            pauses is [.., var longest] ? longest : null,
            trace.Collections.Count(collection => collection.Generation == DotNetCollection.Generations - 1));
    }
}
