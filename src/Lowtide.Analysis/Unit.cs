using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis;

/// <summary>How amounts of a unit are written, on screens and, as data, on a report's page.</summary>
/// <remarks>
/// Times, rates and shares have formats of their own besides where
/// one says better how much is known: tenths of a second of what was only sampled, milliseconds of what a kit notes so, a limit as it was set, and
/// a digit more of latencies and margins that are held against each other. Of bytes only a limit has.
/// </remarks>
public sealed class Unit
{
    private const long KiB = 1L << 10, MiB = 1L << 20, GiB = 1L << 30;

    /// <summary>What would round to ten or more has no fraction: three digits say enough.</summary>
    private const double Ten = 9.95;

    /// <summary>Any amount but 0 is above it, by the minute too.</summary>
    private const double Nothing = 1e-300;

    public static readonly Unit Bytes = new("bytes", false,
    [
        new(Nothing, 1, 0, ""), new(Ten * KiB, KiB, 1, " KiB"), new(MiB, KiB, 0, " KiB"),
        new(Ten * MiB, MiB, 1, " MiB"), new(GiB, MiB, 0, " MiB"),
        new(Ten * GiB, GiB, 1, " GiB"), new(null, GiB, 0, " GiB"),
    ]);

    public static readonly Unit Seconds = new("seconds", false,
        [new(Nothing, 1, 0, " s"), new(0.001, 0.001, 2, " ms"), new(0.1, 0.001, 1, " ms"), new(null, 1, 2, " s")]);

    public static readonly Unit PerSecond = new("1/s", false, [new(10, 1, 1, "/s"), new(null, 1, 0, "/s")]);

    public static readonly Unit Workers = new("workers", false, [new(Ten, 1, 1, ""), new(null, 1, 0, "")]);

    public static readonly Unit Count = new("count", false,
        [new(Ten, 1, 2, ""), new(1e4, 1, 0, ""), new(1e7, 1e3, 0, "k"), new(1e10, 1e6, 0, "M"), new(null, 1e9, 0, "G")]);

    public static readonly Unit Share = new("1", false, [new(null, 0.01, 1, "%")]);

    /// <summary>Of a value, as a share of what it was.</summary>
    public static readonly Unit Change = new("share", true, Share.Steps);

    /// <summary>A share minus another: "+5%" of a share of 40% could be 42% as well as 45%.</summary>
    public static readonly Unit Points = new("points", true, [new(null, 0.01, 1, " points")]);

    /// <summary>Written by the minute: what leaks is slow.</summary>
    public static readonly Unit BytesPerSecond = new("bytes/s", false,
        [.. Bytes.Steps.Select(step => step with { Below = step.Below / 60, Size = step.Size / 60 })]);

    public static readonly IReadOnlyList<Unit> All = [Bytes, BytesPerSecond, Seconds, PerSecond, Workers, Count, Share, Change, Points];

    private Unit(string name, bool withPlus, IReadOnlyList<UnitStep> steps) => (Name, WithPlus, Steps) = (name, withPlus, steps);

    /// <summary>"1" is a share, "share" a change of a value, "points" a change of a share.</summary>
    [Words(typeof(Unit), nameof(All))]
    public string Name { get; }

    /// <summary>Above 0.</summary>
    public bool WithPlus { get; }

    /// <summary>From the least amounts to the most.</summary>
    [MinLength(1)]
    public IReadOnlyList<UnitStep> Steps { get; }

    /// <summary>Of one amount minus another.</summary>
    public Unit OfDifference() => this == Share ? Points : this;

    public override string ToString() => Name;

    public string Text(double amount)
    {
        var step = Steps.First(step => !(Math.Abs(amount) >= step.Below));
        // A custom format takes 15 digits for the amount and rounds a half up, as the page does: 31.65 is 31.7, whatever its nearest double.
        var number = (amount / step.Size).ToString("0." + new string('0', step.Digits), CultureInfo.InvariantCulture);
        var isZero = number.AsSpan().IndexOfAnyExcept("-0.") < 0;
        return (isZero ? number.TrimStart('-') : WithPlus && amount > 0 ? $"+{number}" : number) + step.Suffix;
    }

    /// <summary>"48 to 87 MiB": a unit that both amounts have is written once.</summary>
    /// <param name="from">As <see cref="Text"/> writes it.</param>
    public static string Between(string from, string to)
    {
        var unit = to.AsSpan().TrimStart("+-.0123456789");
        // "3 to 5k" would be as well of three as of three thousand.
        var isPlain = unit is not ("k" or "M" or "G");
        return $"{(isPlain && from.AsSpan().EndsWith(unit) ? from[..^unit.Length] : from)} to {to}";
    }
}

/// <param name="Below">Amounts under this, whatever their sign; null for all others.</param>
/// <param name="Size">Of one, in the data's unit.</param>
/// <param name="Digits">After the point.</param>
public sealed record UnitStep(double? Below, [Above(0)] double Size, int Digits, string Suffix);
