using System.Collections.Concurrent;
using Lowtide.Analysis.Statistics.Planning;
using MathNet.Numerics.RootFinding;

namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>The numbers of pairs at which a trial may decide, set beforehand; the last is the full number.</summary>
/// <remarks>
/// A hypothesis has a total alpha, and at each look a level of its own (<see cref="SpendingBounds"/>), with
/// pairs/full number of pairs as the fraction of the information. A hypothesis that Holm's correction holds to alpha/m
/// uses the levels of a schedule whose total is alpha/m; the levels for alpha, each divided by m, would spend more than
/// alpha/m. Holm so extended still bounds the chance of any false claim over all looks: Ye, Li, Liu and Yao 2013,
/// doi:10.1002/sim.5700.
/// <para>
/// The levels suppose a z-value with independent increments, which the signed-rank sum is nearly; the calibration
/// shows that it is near enough. The test being discrete, nothing can be claimed at a look whose level is 2/2^pairs or
/// less: such a look does no harm, and <see cref="Planned"/> leaves it out, so that its alpha is spent later.
/// </para>
/// </remarks>
public sealed class LookSchedule
{
    /// <summary>
    /// Totals are sought up to here. The bounds of a larger alpha are of no use, and far above it the last level would
    /// fall again, since nearly all is spent early.
    /// </summary>
    private const double LargestTotal = 0.25;

    private readonly double[] _information;

    // Pure, and asked again and again for the same few numbers: a family's shares of alpha, a discrete test's p-values.
    private readonly ConcurrentDictionary<double, double[]> _levels = new();
    private readonly ConcurrentDictionary<(int Look, double P), double> _totals = new();

    private LookSchedule(int[] looks)
    {
        Looks = looks;
        _information = [.. looks.Select(pairs => (double)pairs / looks[^1])];
    }

    /// <summary>Numbers of pairs, rising.</summary>
    public IReadOnlyList<int> Looks { get; }

    /// <summary>The full number of pairs.</summary>
    public int Pairs => Looks[^1];

    /// <summary>Exactly these looks.</summary>
    /// <param name="looks">Numbers of pairs, rising, at least one.</param>
    /// <exception cref="ArgumentException">There is no look, or they do not rise.</exception>
    public static LookSchedule Of(params IReadOnlyList<int> looks)
    {
        ArgumentNullException.ThrowIfNull(looks);
        if (looks.Count == 0 || looks[0] < 1 || looks.Zip(looks.Skip(1)).Any(pair => pair.First >= pair.Second))
            throw new ArgumentException("Looks are rising numbers of pairs.", nameof(looks));
        return new LookSchedule([.. looks]);
    }

    /// <summary>
    /// At most <paramref name="looks"/> looks, evenly spread over <paramref name="pairs"/>. Left out are those at which
    /// six pairs are not reached or nothing could be claimed at the total <paramref name="alpha"/>.
    /// </summary>
    /// <param name="pairs">The full number of pairs, at least 1.</param>
    /// <param name="looks">How many, the last included; 1 decides once.</param>
    /// <param name="alpha">The strictest total that must be able to use the look: alpha over the number of arms.</param>
    public static LookSchedule Planned(int pairs, int looks, double alpha = 0.05)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pairs, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(looks, 1);
        var planned = Of([.. Enumerable.Range(1, looks)
            .Select(look => (int)Math.Ceiling((double)look * pairs / looks))
            .Where(at => at >= PairsFromPilot.Least || at == pairs)
            .Distinct()]);
        // One by one from the first: leaving a look out gives its alpha to the next.
        while (planned.Looks.Count > 1 && Math.Pow(2, 1 - planned.Looks[0]) >= planned.Levels(alpha)[0])
            planned = Of([.. planned.Looks.Skip(1)]);
        return planned;
    }

    /// <summary>What may be claimed after so many pairs: nothing, unless a look was planned there.</summary>
    public Look At(int pairs)
    {
        for (var index = 0; index < Looks.Count; index++)
            if (Looks[index] == pairs) return Looks.Count == 1 ? Look.Only : Look.Planned(this, index);
        return Look.Unplanned;
    }

    /// <summary>The two-sided level of each look, for a hypothesis of this total alpha.</summary>
    public IReadOnlyList<double> Levels(double total)
    {
        if (total is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(total), total, "alpha lies between 0 and 1.");
        return Looks.Count == 1 ? [total] : _levels.GetOrAdd(total, of => SpendingBounds.Levels(_information, of));
    }

    /// <summary>The smallest total whose level at this look is <paramref name="p"/>; 1 where none up to 0.25 is.</summary>
    internal double TotalFor(int look, double p) => _totals.GetOrAdd((look, p), one =>
    {
        if (one.P <= 0) return 0;
        if (one.P >= Levels(LargestTotal)[one.Look]) return 1;
        double Above(double log) => SpendingBounds.Levels(_information, Math.Exp(log))[one.Look] / one.P - 1;
        // A level is never above its total, so that the total sought is p at least; it is p itself, but for rounding,
        // where the looks before have spent next to nothing.
        var log = Brent.FindRoot(Above, Math.Log(one.P) - 1e-6, Math.Log(LargestTotal), accuracy: 1e-12);
        return Math.Max(one.P, Math.Exp(log));
    });
}
