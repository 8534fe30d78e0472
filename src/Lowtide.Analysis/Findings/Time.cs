using System.Globalization;

namespace Lowtide.Analysis.Findings;

/// <summary>A stretch of time in a sentence.</summary>
public static class Time
{
    public static string Text(double seconds) => seconds switch
    {
        < 90 => $"{Number(seconds)} s",
        < 5400 => $"{Number(seconds / 60)} min",
        < 48 * 3600 => $"{Number(seconds / 3600)} h",
        _ => $"{Number(seconds / 86400)} days",
    };

    private static string Number(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);
}
