using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that the family was launched with, or that is on however it came there.</summary>
/// <param name="TookEffect">Read from every serving process, or from the master where it acts there; null where one could not be read and none
/// contradicts.</param>
/// <param name="PartOf">Another remedy that is on and has this one's effect in its own; null where it is on by itself, or was asked for.</param>
public sealed record RemedyInEffect([Id] string Id, bool? TookEffect, [Id] string? PartOf = null);

/// <summary>The remedies that a family was launched with, or that are on in it however they came there.</summary>
public static class RemediesInEffect
{
    public static IReadOnlyList<RemedyInEffect> Of(FamilySnapshot family)
    {
        var found = new List<RemedyInEffect>();
        foreach (var remedy in RemedyCatalogue.All)
        {
            var effect = TookEffect(remedy, family);
            if (WereAskedFor(remedy.Id, family))
                found.Add(new RemedyInEffect(remedy.Id, effect));
            else if (effect == true && !remedy.IsRuntimeDefault)
                found.Add(new RemedyInEffect(remedy.Id, effect, WholeOf(remedy, family)));
        }
        return found;
    }

    private static string? WholeOf(IRemedy part, FamilySnapshot family) => RemedyCatalogue.All
        .FirstOrDefault(whole => whole.Includes.Contains(part.Id) && TookEffect(whole, family) == true)?.Id;

    /// <summary>Whether 'lowtide run' was told to start any of the family with it.</summary>
    public static bool WereAskedFor(string remedy, FamilySnapshot family) => family.Members.Any(member => member.WasAskedFor(remedy) == true);

    /// <summary>
    /// True only if every serving member shows it, or the master where it acts there; null as soon as one could not be read and none contradicts, but
    /// for a family in which it cannot act.
    /// </summary>
    public static bool? TookEffect(IRemedy remedy, FamilySnapshot family)
    {
        // Where nobody has forked yet, nothing shows it.
        if (remedy.ActsInMaster && (family.Master is null || family.Workers.Count == 0))
            return Subject.Fits(remedy.Id, family.Runtime) && remedy.Refusal(family) is null ? null : false;
        bool? all = true;
        foreach (var member in remedy.ActsInMaster ? [family.Master!] : family.Serving)
            switch (Subject.Fits(remedy.Id, member.Runtime) ? remedy.TookEffect(member) : false)
            {
                case false:
                    return false;
                case null:
                    all = null;
                    break;
            }
        return all is null && remedy.Refusal(family) is not null ? false : all;
    }

    /// <summary>
    /// Neither 'lowtide run' nor a variable brought it. A setting of .NET: the program's own files have it, or it is the default. A malloc: the program is
    /// linked with it.
    /// </summary>
    public static bool IsItsOwn(RemedyInEffect entry, FamilySnapshot family) => RemedyCatalogue.Find(entry.Id) switch
    {
        DotNetRemedy remedy => IsItsOwn(remedy, family),
        PreloadedMalloc malloc => family.Serving.All(member => member.WasAskedFor(malloc.Id) == false && member.Preloads is null or { Count: 0 }),
        _ => false,
    };

    private static bool IsItsOwn(DotNetRemedy remedy, FamilySnapshot family) =>
         family.Serving.All(member => member.Settings is { } settings && member.WasAskedFor(remedy.Id) == false
            && remedy.Launch.Environment.Keys.All(name => DotNetVariable.Find(settings, name[DotNetVariable.Prefix.Length..]) is null));
}
