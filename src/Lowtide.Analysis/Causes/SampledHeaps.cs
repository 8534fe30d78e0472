using System.Globalization;
using Lowtide.Recordings;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace Lowtide.Analysis.Causes;

/// <summary>Of many workers a watch walks the heaps of some; the others count as these do.</summary>
public static class SampledHeaps
{
    /// <summary>That it was so; null where all were walked.</summary>
    public static Unreadable? Note(FamilySnapshot family)
    {
        var walked = family.Workers.Where(worker => worker.HeapsOf is null).ToList();
        return walked.Count == family.Workers.Count ? null : new Unreadable(
            "heaps.sampled", "every worker's heaps",
            $"a watch walks those of some: {walked.Count} of {family.Workers.Count}, drawn at random. Sums take the others to be like these"
                + (Margin(family, Free) is { } margin
                    ? string.Create(CultureInfo.InvariantCulture, $": what all hold free is right within {Amount.Percent(margin)}") : ""),
            "run 'lowtide explain' on the server, which walks all");
    }

    /// <summary>
    /// Half of the 95% interval of a sum over all workers, as a share of it: by Student's t, of a simple random sample without replacement (Cochran, Sampling
    /// Techniques, 3rd ed. 1977, chapter 2).
    /// </summary>
    /// <param name="figure">In bytes; null where it is not told.</param>
    /// <returns>Null where fewer than two tell it, and where it is nothing.</returns>
    public static double? Margin(FamilySnapshot family, Func<Member, long?> figure)
    {
        var told = family.Workers.Where(worker => worker.HeapsOf is null).Select(figure).OfType<long>().Select(bytes => (double)bytes).ToList();
        if (told.Count < 2 || told.Mean() <= 0)
            return null;
        var left = Math.Sqrt(1 - ((double)told.Count / Math.Max(told.Count, family.Workers.Count)));
        return StudentT.InvCDF(0, 1, told.Count - 1, 0.975) * told.StandardDeviation() / Math.Sqrt(told.Count) * left / told.Mean();
    }

    private static long? Free(Member worker) => HeapUse.Of(worker.Allocator, worker.RubyHeap)?.KeptBytes;
}
