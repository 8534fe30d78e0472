using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>Of a remedy that a family was started with, or that is on in it: whether it is, and what that means.</summary>
internal static class InEffectWords
{
    /// <summary>What a remedy that is on means for this family; nothing of one that is not.</summary>
    public static IReadOnlyList<string> Risks(RemedyInEffect entry, FamilySnapshot family) => entry.TookEffect == false
        ? [] : RemedyCatalogue.All.First(remedy => remedy.Id == entry.Id).RisksIn(family);

    /// <summary>To follow that; empty where it is on by itself.</summary>
    public static string PartOf(RemedyInEffect entry) => entry.PartOf is { } whole ? $", as a part of {whole}" : "";

    public static string Of(RemedyInEffect entry, FamilySnapshot family) => entry.TookEffect switch
    {
        true => (family.Workers.Count == 0 ? "on" : "on in every worker") + (RemediesInEffect.IsItsOwn(entry, family) ? ", as the program has it itself" : ""),
        false when RemedyCatalogue.Find(entry.Id)?.Refusal(family) is { } why => $"asked for, but not on: {why}",
        false => "asked for, but not on",
        null => "asked for; whether it is on cannot be told",
    };
}
