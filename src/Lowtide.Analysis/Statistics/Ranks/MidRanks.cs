namespace Lowtide.Analysis.Statistics.Ranks;

/// <summary>Ranks of magnitudes, where equal ones share the mean of their ranks.</summary>
internal static class MidRanks
{
    /// <summary>
    /// Magnitudes nearer than this fraction of themselves are equal. log 6 - log 4 and log 3 - log 2 differ in the
    /// last bits only; no measurement here has twelve digits.
    /// </summary>
    private const double Resolution = 1e-12;

    /// <summary>Twice each magnitude's mid-rank, in the order given: mid-ranks are multiples of one half.</summary>
    public static int[] Doubled(ReadOnlySpan<double> magnitudes)
    {
        var sorted = magnitudes.ToArray();
        var order = Enumerable.Range(0, sorted.Length).ToArray();
        Array.Sort(sorted, order);

        var ranks = new int[sorted.Length];
        for (var first = 0; first < sorted.Length;)
        {
            var next = first + 1;
            while (next < sorted.Length && sorted[next] - sorted[first] <= Resolution * sorted[next]) next++;
            // Ranks first+1 .. next; twice their mean is the sum of the outer two.
            for (var tied = first; tied < next; tied++) ranks[order[tied]] = first + 1 + next;
            first = next;
        }

        return ranks;
    }
}
