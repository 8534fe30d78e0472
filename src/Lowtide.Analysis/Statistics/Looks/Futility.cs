using System.Runtime.InteropServices;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Analysis.Statistics.Ranks;

namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>The chance that a trial would still claim something at its full number of pairs, given what was seen.</summary>
/// <remarks>
/// Predictive power: the pairs still to come are drawn as what was seen lets one expect them, with its centre and its
/// spread both as uncertain as they are (Spiegelhalter, Freedman and Blackburn 1986, doi:10.1016/0197-2456(86)90003-6).
/// They are drawn as normal, with the spread as a scaled inverse chi-square and a flat prior: for a few pairs that is
/// much wider than to draw again from the few that were seen, and wider still the fewer they are.
/// <para>
/// Stopping for futility claims nothing, so it cannot raise false claims; it only costs power. How much is shown by the
/// calibration.
/// </para>
/// </remarks>
public static class Futility
{
    /// <summary>A trial with a smaller chance than this is not worth its time.</summary>
    public const double Hopeless = 0.05;

    private const int Draws = 500;

    /// <summary>
    /// From 0 to 1, in steps of 1/500; the same for the same seed. Any claim counts: better, worse, or equivalent. Null
    /// where nothing can be foreseen yet: fewer than two pairs, or a value that has no ratio.
    /// </summary>
    /// <param name="metric">The pairs so far.</param>
    /// <param name="fullPairs">The number of pairs planned, more than there are.</param>
    /// <param name="level">The two-sided level at the last look.</param>
    /// <param name="seed">The trial's.</param>
    public static double? ChanceOfAClaim(PairedMetric metric, int fullPairs, double level, ulong seed) =>
        Claims(metric, fullPairs, level, seed, enough: Draws) is { } claims ? (double)claims / Draws : null;

    /// <summary>Whether that chance is under <see cref="Hopeless"/>; false where nothing can be foreseen.</summary>
    /// <inheritdoc cref="ChanceOfAClaim" path="/param"/>
    public static bool IsHopeless(PairedMetric metric, int fullPairs, double level, ulong seed) =>
        Claims(metric, fullPairs, level, seed, enough: (int)(Hopeless * Draws)) < Hopeless * Draws;

    private static int? Claims(PairedMetric metric, int fullPairs, double level, ulong seed, int enough)
    {
        ArgumentNullException.ThrowIfNull(metric);
        if (metric.Differences is not { Length: >= 2 } seen) return null;
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(fullPairs, seen.Length);
        if (SignedRankDistribution.Untied(fullPairs).CriticalValue(level) is not { } outside) return 0;
        var normal = new NormalDraws(SplitMix64.At(seed, (ulong)seen.Length));
        var tally = new WalshTally(metric, seen, fullPairs);
        var mean = seen.Average();
        var squares = seen.Sum(each => (each - mean) * (each - mean));
        var claims = 0;
        for (var draw = 0; draw < Draws && claims < enough; draw++)
        {
            var sd = Math.Sqrt(squares / normal.ChiSquared(seen.Length - 1));
            var centre = mean + sd / Math.Sqrt(seen.Length) * normal.Next();
            if (tally.Claims(outside, centre, sd, normal)) claims++;
        }

        return claims;
    }

    /// <summary>
    /// Counts Walsh averages on either side of 0 and of the margin: the interval is made of ordered ones
    /// (<see cref="HodgesLehmann"/>), so the counts say where its ends are, without sorting.
    /// </summary>
    private sealed class WalshTally
    {
        private readonly double _low, _high;
        private readonly double[] _values;
        private readonly int _seen;
        private readonly Counts _ofSeen;

        public WalshTally(PairedMetric metric, double[] seen, int fullPairs)
        {
            (_low, _high) = metric.Scale == EffectScale.Ratio
                ? (Math.Log(Math.Max(0, 1 - metric.Margin)), Math.Log(1 + metric.Margin))
                : (-metric.Margin, metric.Margin);
            _values = new double[fullPairs];
            _seen = seen.Length;
            seen.CopyTo(_values, 0);
            for (var next = 0; next < _seen; next++) Add(next, ref _ofSeen);
        }

        /// <summary>Whether the interval excludes 0 or lies within the margin, with the rest drawn anew.</summary>
        public bool Claims(int outside, double centre, double sd, NormalDraws normal)
        {
            var counts = _ofSeen;
            for (var next = _seen; next < _values.Length; next++)
            {
                _values[next] = centre + sd * normal.Next();
                Add(next, ref counts);
            }

            return counts.NotAbove0 <= outside || counts.NotBelow0 <= outside
                || (counts.BelowMargin <= outside && counts.AboveMargin <= outside);
        }

        private void Add(int next, ref Counts counts)
        {
            for (var other = 0; other <= next; other++)
            {
                var average = (_values[next] + _values[other]) / 2;
                if (average <= 0) counts.NotAbove0++;
                if (average >= 0) counts.NotBelow0++;
                if (average < _low) counts.BelowMargin++;
                if (average > _high) counts.AboveMargin++;
            }
        }

        [StructLayout(LayoutKind.Auto)]
        private struct Counts
        {
            public int NotAbove0, NotBelow0, BelowMargin, AboveMargin;
        }
    }

    /// <summary>Box and Muller 1958, doi:10.1214/aoms/1177706645.</summary>
    private sealed class NormalDraws(ulong seed)
    {
        private readonly SplitMix64 _random = new(seed);
        private double? _second;

        public double Next()
        {
            if (_second is { } left)
            {
                _second = null;
                return left;
            }

            var radius = Math.Sqrt(-2 * Math.Log(1 - _random.NextUnit()));
            var (sine, cosine) = Math.SinCos(2 * Math.PI * _random.NextUnit());
            _second = radius * sine;
            return radius * cosine;
        }

        public double ChiSquared(int degrees)
        {
            var sum = 0.0;
            for (var degree = 0; degree < degrees; degree++)
            {
                var one = Next();
                sum += one * one;
            }

            return sum;
        }
    }
}
