namespace Lowtide.Analysis.Statistics;

/// <summary>A closed confidence interval for one number.</summary>
/// <param name="Low">Lower end, which belongs to the interval.</param>
/// <param name="High">Upper end, which belongs to the interval.</param>
/// <param name="Confidence">
/// The confidence reached, a fraction: rank intervals come in steps, so it is at or above the one asked for
/// (6 pairs asked for 0.95 give 0.96875).
/// </param>
public sealed record Interval(double Low, double High, double Confidence)
{
    /// <summary>Whether the value lies outside. A value on an end is not excluded.</summary>
    public bool Excludes(double value) => value < Low || value > High;

    /// <summary>Whether the whole interval lies within [-margin, +margin], ends included.</summary>
    public bool IsWithin(double margin) => Low >= -margin && High <= margin;

    /// <summary>What either holds, at the lesser confidence.</summary>
    public Interval With(Interval other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return new Interval(Math.Min(Low, other.Low), Math.Max(High, other.High), Math.Min(Confidence, other.Confidence));
    }

    /// <summary>The interval of a rising function of the number: both ends move, the confidence stays.</summary>
    public Interval Rising(Func<double, double> function)
    {
        ArgumentNullException.ThrowIfNull(function);
        return new Interval(function(Low), function(High), Confidence);
    }
}
