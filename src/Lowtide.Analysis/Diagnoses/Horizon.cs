using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>Over how long a remedy's gain and its cost are weighed: until a worker is recycled, where that is known, else an hour.</summary>
/// <param name="Why">To follow the time: "the age at which its workers are recycled".</param>
public sealed partial record Horizon(double Seconds, string? Why)
{
    private const double Usual = 3600, Least = 60;

    /// <summary>A master so much older than all its workers has replaced them.</summary>
    private const double Replaced = 2;

    public static Horizon Of(FamilySnapshot family)
    {
        var command = family.Master?.Process.CommandLine ?? "";
        if (Lifetime().Match(command) is { Success: true } match
            && double.TryParse(match.Groups["seconds"].Value, CultureInfo.InvariantCulture, out var set) && set is >= Least and < Usual)
            return new Horizon(set, "after which uWSGI replaces a worker (max-worker-lifetime)");
        if (family.Workers.Count == 0 || family.Master is not { } master || CyclicGarbage.AgeSeconds(master, family) is not { } masters)
            return new Horizon(Usual, null);
        var oldest = family.Workers.Max(worker => CyclicGarbage.AgeSeconds(worker, family) ?? 0);
        return oldest is >= Least and < Usual && masters > Replaced * oldest && (Counted().IsMatch(command) || masters > Usual)
            ? new Horizon(oldest, "the age of its oldest worker: it replaces them")
            : new Horizon(Usual, null);
    }

    [GeneratedRegex(@"max-worker-lifetime[ =](?<seconds>\d{1,9})", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Lifetime();

    /// <summary>Of gunicorn, uWSGI and Celery: after so many requests or jobs.</summary>
    [GeneratedRegex(@"--max-(requests|tasks-per-child)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Counted();
}
