using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports.Remedies;

/// <summary>What a remedy that can apply to a server would do there.</summary>
/// <param name="Words">The same, for a column.</param>
internal sealed record RemedyHere(RemedyHere.Order Kind, string Words)
{
    /// <summary>In which a list has them.</summary>
    public enum Order
    {
        Saves,
        Untold,
        On,
        CannotTell,
        Unread,
        NothingToAnswer,
        Harms,
    }

    /// <summary>What is predicted of one that saves; null of others.</summary>
    public OfferedRemedy? Offer { get; init; }

    /// <summary>What harm it would do; null of one that does none.</summary>
    public string? Harm { get; init; }

    /// <summary>That it surely saves; 0 where nobody knows.</summary>
    public long LeastBytes => Offer is null ? 0 : Offer.Net?.LowBytes ?? long.MinValue;

    public static RemedyHere Of(IRemedy remedy, Diagnosis server)
    {
        if (RemediesInEffect.Of(server.Family).Any(entry => entry.Id == remedy.Id && entry.TookEffect == true))
            return new RemedyHere(Order.On, "on");
        var offers = server.Findings.SelectMany(found => found.Remedies).Where(offer => offer.Remedy.Id == remedy.Id).ToList();
        if (offers.Where(offer => offer.Saving is not null).MaxBy(offer => offer.Net?.LowBytes) is { Saving: { } saving } best)
            return new RemedyHere(Order.Saves, saving.Cost is null ? Amount.Range(saving.LowBytes, saving.HighBytes) : "at first only") { Offer = best };
        return remedy.CannotTell(server.Family) is not null ? new RemedyHere(Order.CannotTell, "cannot tell")
            : offers.Count > 0 ? new RemedyHere(Order.Untold, "no prediction")
            : server.Findings.SelectMany(found => found.Declined).FirstOrDefault(declined => declined.Remedy.Id == remedy.Id) is { Declined: var harm }
                ? new RemedyHere(Order.Harms, "not here") { Harm = harm }
            : server.IsUnread ? new RemedyHere(Order.Unread, "can apply")
            : new RemedyHere(Order.NothingToAnswer, "nothing to mend");
    }
}
