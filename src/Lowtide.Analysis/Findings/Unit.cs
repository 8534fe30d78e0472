using System.Globalization;

namespace Lowtide.Analysis.Findings;

/// <summary>How amounts of a unit are written, on screens and, as data, on a report's page: there is no other place.</summary>
/// <param name="Name">"bytes", "seconds", "1/s", "workers", "count", "1" for a share, "share" for a change of one.</param>
/// <param name="WithPlus">Above 0.</param>
/// <param name="Steps">From the least amounts to the most.</param>
public sealed record Unit(string Name, bool WithPlus, IReadOnlyList<UnitStep> Steps)
{
    private const long KiB = 1L << 10, MiB = 1L << 20, GiB = 1L << 30;

    /// <summary>What would round to ten or more has no fraction: three digits say enough.</summary>
    private const double Ten = 9.95;

    public static readonly Unit Bytes = new("bytes", false,
    [
        new(Ten * KiB, KiB, 1, " KiB"), new(MiB, KiB, 0, " KiB"),
        new(Ten * MiB, MiB, 1, " MiB"), new(GiB, MiB, 0, " MiB"),
        new(Ten * GiB, GiB, 1, " GiB"), new(null, GiB, 0, " GiB"),
    ]);

    public static readonly Unit Seconds = new("seconds", false,
        [new(double.Epsilon, 1, 0, " s"), new(0.001, 0.001, 2, " ms"), new(0.1, 0.001, 1, " ms"), new(null, 1, 2, " s")]);

    public static readonly Unit PerSecond = new("1/s", false, [new(10, 1, 1, "/s"), new(null, 1, 0, "/s")]);

    public static readonly Unit Workers = new("workers", false, [new(Ten, 1, 1, ""), new(null, 1, 0, "")]);

    public static readonly Unit Count = new("count", false,
        [new(Ten, 1, 2, ""), new(1e4, 1, 0, ""), new(1e7, 1e3, 0, "k"), new(1e10, 1e6, 0, "M"), new(null, 1e9, 0, "G")]);

    public static readonly Unit Share = new("1", false, [new(null, 0.01, 1, "%")]);

    public static readonly Unit Change = new("share", true, Share.Steps);

    public static readonly IReadOnlyList<Unit> All = [Bytes, Seconds, PerSecond, Workers, Count, Share, Change];

    public static Unit Of(string name) => All.First(unit => unit.Name == name);

    public string Text(double amount)
    {
        var step = Steps.First(step => !(Math.Abs(amount) >= step.Below));
        var number = (amount / step.Size).ToString($"F{step.Digits}", CultureInfo.InvariantCulture);
        var isZero = number.AsSpan().IndexOfAnyExcept("-0.") < 0;
        return (isZero ? number.TrimStart('-') : WithPlus && amount > 0 ? $"+{number}" : number) + step.Suffix;
    }
}

/// <param name="Below">Amounts under this, whatever their sign; null for all others.</param>
/// <param name="Size">Of one, in the data's unit.</param>
public sealed record UnitStep(double? Below, double Size, int Digits, string Suffix);
