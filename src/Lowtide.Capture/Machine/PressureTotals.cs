using System.Globalization;

namespace Lowtide.Capture.Machine;

/// <summary>Pressure stall information of the whole machine, in microseconds since it started: accounting/psi.rst.</summary>
/// <param name="SomeMicroseconds">At least one task was held up.</param>
/// <param name="FullMicroseconds">All tasks that were not idle were, at once.</param>
internal sealed record PressureTotals(long SomeMicroseconds, long? FullMicroseconds)
{
    /// <summary>"some avg10=0.00 avg60=0.00 avg300=0.00 total=123", and the same for "full".</summary>
    public static PressureTotals? Parse(string? text) =>
        Total(text, "some ") is { } some ? new PressureTotals(some, Total(text, "full ")) : null;

    private static long? Total(string? text, string kind) =>
        text?.Split('\n').FirstOrDefault(line => line.StartsWith(kind, StringComparison.Ordinal)) is { } line
        && line.IndexOf("total=", StringComparison.Ordinal) is >= 0 and var at
        && long.TryParse(line.AsSpan(at + 6), CultureInfo.InvariantCulture, out var total) ? total : null;
}
