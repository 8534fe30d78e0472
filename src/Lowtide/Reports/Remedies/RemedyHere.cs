using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports.Remedies;

/// <summary>What a remedy that can apply to a server would do there, in a few words for a column.</summary>
/// <param name="LeastBytes">That it surely saves; 0 where nobody knows.</param>
internal sealed record RemedyHere(RemedyHere.Order Kind, string Words, long LeastBytes = 0)
{
    /// <summary>In which a list has them.</summary>
    public enum Order
    {
        Saves,
        Untold,
        On,
        CannotTell,
        NothingToAnswer,
        Harms,
    }

    public static RemedyHere Of(IRemedy remedy, Diagnosis server)
    {
        if (RemediesInEffect.Of(server.Family).Any(entry => entry.Id == remedy.Id && entry.TookEffect == true))
            return new RemedyHere(Order.On, "on");
        var offers = server.Findings.SelectMany(found => found.Remedies).Where(offer => offer.Remedy.Id == remedy.Id).ToList();
        if (offers.Where(offer => offer.Saving is not null).MaxBy(offer => offer.Net?.LowBytes) is { Saving: { } saving } best)
            return new RemedyHere(
                Order.Saves, saving.Cost is null ? Amount.Range(saving.LowBytes, saving.HighBytes) : "at first only", best.Net?.LowBytes ?? long.MinValue);
        return remedy.CannotTell(server.Family) is not null ? new RemedyHere(Order.CannotTell, "cannot tell")
            : offers.Count > 0 ? new RemedyHere(Order.Untold, "no prediction")
            : server.Findings.SelectMany(found => found.Declined).Any(declined => declined.Remedy.Id == remedy.Id) ? new RemedyHere(Order.Harms, "does harm")
            : new RemedyHere(Order.NothingToAnswer, server.IsUnread ? "can apply" : "-");
    }
}
