using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>A remedy that the family was launched with, or that is on however it came there.</summary>
/// <param name="TookEffect">Read from every serving process, or from the master where it acts there; null where one could not be read and none
/// contradicts.</param>
/// <param name="PartOf">Another remedy that is on and has this one's effect in its own; null where it is on by itself, or was asked for.</param>
/// <param name="HeldBack">Why one that is on does nothing all the same; null otherwise.</param>
internal sealed record InEffectEntry([Id] string Id, bool? TookEffect, [Id] string? PartOf, string? HeldBack)
{
    public static InEffectEntry Of(RemedyInEffect entry, bool? ksmdOn) =>
        new(entry.Id, entry.TookEffect, entry.PartOf, LaunchWords.IsHeldBack(entry, ksmdOn) ? "ksmd is off" : null);
}
