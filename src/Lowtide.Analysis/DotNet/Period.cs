using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Whether something comes at regular times.</summary>
public static class Period
{
    private const int LeastTimes = 4;

    /// <summary>Distances lie within so large a part of their median: a timer's do, a load's seldom.</summary>
    private const double Regular = 0.15;

    /// <summary>So many of them: a timer may skip some. Of what comes in pairs (GC.Collect, finalizers, GC.Collect) only half are short.</summary>
    private const double Most = 0.6;

    /// <summary>Of the mean distance, the median is so much at least: what comes in bursts comes as often only within one.</summary>
    private const double LeastOfMean = 0.1;

    /// <summary>So many times as long as what comes: less lies between things that are done one right after the other.</summary>
    private const double LeastOfLength = 2;

    /// <summary>Likewise of collections: a row of GC.Collect comes at even distances too, each as the one before it is done.</summary>
    public static double? Of(IReadOnlyCollection<DotNetCollection> collections) =>
        Of(collections.Select(collection => collection.At)) is { } period
            && period >= LeastOfLength * collections.Average(collection => collection.Seconds) ? period : null;

    /// <param name="times">Seconds, in any order.</param>
    /// <returns>The median distance in seconds; null where it is not regular, or too few came to tell.</returns>
    public static double? Of(IEnumerable<double> times)
    {
        var sorted = times.Order().ToArray();
        if (sorted.Length < LeastTimes)
            return null;
        var distances = sorted.Skip(1).Zip(sorted, (later, earlier) => later - earlier).Order().ToArray();
        var median = Statistics.Quantile.OfSorted(distances, 0.5);
        var spread = Statistics.Quantile.OfSorted([.. distances.Select(distance => Math.Abs(distance - median)).Order()], Most);
        return median > 0 && median >= LeastOfMean * distances.Average() && spread <= Regular * median ? median : null;
    }
}
