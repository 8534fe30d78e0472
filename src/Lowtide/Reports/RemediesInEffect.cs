using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>The remedies that a family was launched with, or that are on in it however they came there.</summary>
internal static class RemediesInEffect
{
    public static IReadOnlyList<RemedyEntry> Of(FamilySnapshot family)
    {
        var entries = new List<RemedyEntry>();
        foreach (var remedy in RemedyCatalogue.All)
        {
            var requested = family.Members.Any(member =>
                member.Settings?.GetValueOrDefault("LOWTIDE_REMEDIES")?.Split(',').Contains(remedy.Id) == true);
            var effect = TookEffect(remedy, family);
            if (requested || effect == true)
                entries.Add(new RemedyEntry(remedy.Id, effect));
        }
        return entries;
    }

    /// <summary>True only if every serving member shows it; null as soon as one could not be read and none contradicts.</summary>
    public static bool? TookEffect(IRemedy remedy, FamilySnapshot family)
    {
        var seen = family.Serving.Select(remedy.TookEffect).ToList();
        return seen.Contains(false) ? false : seen.Contains(null) ? null : true;
    }
}
