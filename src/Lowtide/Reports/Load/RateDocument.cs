using Lowtide.Load;

namespace Lowtide.Reports.Load;

/// <summary>What 'lowtide load URL --find-rate --json' prints: a rate for loads of this server.</summary>
internal sealed record RateDocument(string Schema, string Url, FoundRateEntry FoundRate)
{
    public const string Name = "lowtide/rate/1";

    public static RateDocument Of(LoadPlan plan, FoundRate found) => new(Name, plan.Url.ToString(), FoundRateEntry.Of(found));
}

/// <param name="Rate">What a load takes: share of held_rate, rounded to three digits; null where no rate was held.</param>
/// <param name="Share">Of the held rate.</param>
/// <param name="HeldRate">The highest rate tried that the server kept up with, without an error; null where it held none.</param>
/// <param name="CapacityRate">Answers a second with every connection kept busy.</param>
/// <param name="Tried">In order; the search ends with the first that is held.</param>
internal sealed record FoundRateEntry(
    double? Rate, double Share, double? HeldRate, double CapacityRate, IReadOnlyList<TriedRateEntry> Tried)
{
    public static FoundRateEntry Of(FoundRate found) => new(
        found.Rate,
        FoundRate.Share,
        found.HeldRate,
        found.CapacityRate,
        [.. found.Tried.Select(tried => new TriedRateEntry(tried.Rate, tried.Held, tried.Errors))]);
}

internal sealed record TriedRateEntry(double Rate, bool Held, long Errors);
