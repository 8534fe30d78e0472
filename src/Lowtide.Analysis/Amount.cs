using System.Globalization;

namespace Lowtide.Analysis;

/// <summary>Bytes in a sentence.</summary>
public static class Amount
{
    public const long MiB = 1 << 20;

    public static string Bytes(long bytes) => Unit.Bytes.Text(bytes);

    /// <summary>A change.</summary>
    public static string Change(long bytes) => bytes < 0 ? $"-{Bytes(-bytes)}" : $"+{Bytes(bytes)}";

    /// <summary>What is not nothing does not show as 0%, and what is not all not as 100%.</summary>
    public static string Percent(double share) => share switch
    {
        (> 0 and < 0.005) or (< 0 and > -0.005) => "<1%",
        >= 0.995 and < 1 => ">99%",
        _ => share.ToString("0%", CultureInfo.InvariantCulture).Replace(" ", ""),
    };

    /// <summary>Of a whole.</summary>
    public static string PercentRange(long low, long high, long whole)
    {
        var (least, most) = (Percent(low / (double)Math.Max(1, whole)), Percent(high / (double)Math.Max(1, whole)));
        return least == most ? most : $"{least} to {most}";
    }

    /// <summary>"1 worker", "2 workers".</summary>
    /// <param name="many">Null where it is <paramref name="one"/> with an s.</param>
    public static string Count(long count, string one, string? many = null) => $"{count:N0} {(count == 1 ? one : many ?? $"{one}s")}";

    /// <summary>A stretch of time.</summary>
    public static string Time(double seconds)
    {
        return seconds switch
        {
            < 90 => $"{Number(seconds)} s",
            < 5400 => $"{Number(seconds / 60)} min",
            < 48 * 3600 => $"{Number(seconds / 3600)} h",
            _ => $"{Number(seconds / 86400)} days",
        };

        static string Number(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);
    }

    /// <summary>"48 to 87 MiB": a unit that both have is written once.</summary>
    public static string Range(long low, long high)
    {
        var (from, to) = (Bytes(low), Bytes(high));
        return from == to ? to : Unit.Between(from, to);
    }

    /// <summary>
    /// Whether bytes of a family are worth an engineer's time: a MiB a worker and one percent of what the family holds
    /// (the margin inside which a trial calls two arms equivalent).
    /// </summary>
    public static bool Matters(long bytes, Recordings.FamilySnapshot family) =>
        bytes >= MiB * Math.Max(1, family.Workers.Count) && bytes >= (family.PssBytes ?? 0) / 100;
}
