using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CRuby, on its heap (kits/ruby/lib/lowtide_kit/remedies).</summary>
public abstract class RubyRemedy : KitRemedy
{
    protected override IReadOnlyList<KitLanguage> Languages => [KitLanguage.Ruby];

    /// <summary>The first Ruby that it acts in.</summary>
    protected virtual Version Since => new(3, 1);

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family)
        ?? (Version.TryParse(family.Runtime?.Version, out var number) && number < Since
            ? $"it is for Ruby {Since} and later, and this is {family.Runtime!.Version}" : null);

    /// <summary>How many pages free slots and later objects would come to lie on, no count of them tells.</summary>
    public override Saving? Predict(Finding finding, Recording recording) => null;

    /// <summary>Whether the kit says in the process, or its master's notes say, that it was done; the file to keep says nothing.</summary>
    public override bool? TookEffect(Member member) => member switch
    {
        { Notes: { } notes } when notes.Remedies.Contains(Id) => true,
        _ when member.WasAskedFor(Id) == true => member.Notes is { Refused: { } refused } && refused.Contains(Id) ? false : null,
        { Settings: { } settings } => IsKept(settings) ? null : false,
        _ => null,
    };
}
