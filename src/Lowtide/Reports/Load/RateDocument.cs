using Lowtide.Load;

namespace Lowtide.Reports.Load;

/// <summary>lowtide/rate/1</summary>
internal sealed record RateDocument(string Schema, string Url, FoundRateEntry FoundRate)
{
    public const string Name = "lowtide/rate/1";

    public static RateDocument Of(LoadPlan plan, FoundRate found) => new(Name, plan.Url.ToString(), FoundRateEntry.Of(found));
}

/// <param name="Rate">What a load takes: <paramref name="Share"/> of the held rate.</param>
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
