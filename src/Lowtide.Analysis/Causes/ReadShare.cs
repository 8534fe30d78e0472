using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>
/// Of the pages that a collection copied, the share that reads would have copied as well: on those that hold only objects
/// that no collection writes to it can be counted, and is taken to be like that on the others near by.
/// </summary>
/// <param name="Told">Of all, the share that has such pages near by; of the rest nothing is known.</param>
/// <param name="Low">From 0 to 1, as the others; of those that are told.</param>
public sealed record ReadShare(double Told, double Low, double Estimate, double High)
{
    public static readonly ReadShare Untold = new(0, 0, 0, 1);

    /// <summary>Of all, what reads surely copied as well; what is not told counts as not read.</summary>
    public double Surely => Told * Low;

    /// <summary>
    /// Containers may be read twice as often as what they hold, or half as often, in odds: an allowance, not a
    /// measurement; it is added to how unlike the kinds of leaves were read. Nobody gets at a string but through its container;
    /// but a container may be read, and not what it holds.
    /// </summary>
    private const double Allowance = 2;

    public static ReadShare Of(ReadSample? sample)
    {
        if (sample is not { Pages: > 0 and var pages, Told: var told, Share: var share })
            return Untold;
        var low = ScoreInterval.Of(sample.LeastShare ?? share, pages).Low;
        var high = ScoreInterval.Of(sample.MostShare ?? share, pages).High;
        return new ReadShare(told, Shifted(low, 1 / Allowance), share, Shifted(high, Allowance));
    }

    private static double Shifted(double share, double odds) => share * odds / (1 - share + (share * odds));
}
