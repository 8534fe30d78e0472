using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>A remedy that answers a finding, can apply in this family, and is not on already.</summary>
/// <param name="Risks">Of the remedy, and what they come to in this family.</param>
public sealed record OfferedRemedy(IRemedy Remedy, Saving? Saving, IReadOnlyList<string> Risks)
{
    /// <summary>What its use in this family hangs on and could not be read; null where all was.</summary>
    public string? CannotTell { get; init; }

    /// <summary>The number of an earlier finding that it answers too; null of the first one.</summary>
    public int? SaidUnder { get; init; }

    /// <summary>The saving after the horizon; null where nothing is predicted.</summary>
    public Saving? Net { get; init; }

    /// <inheritdoc cref="WeighedRemedy.MayStandFirst"/>
    public bool MayStandFirst { get; init; }

    /// <summary>What the prediction is made of, as far as the finding's evidence does not say it.</summary>
    public IReadOnlyList<string> Bases => [.. new[] { Saving?.RestsOn, Saving?.Cost?.RestsOn }.OfType<string>()];

    /// <summary>Equal of remedies that are said together.</summary>
    internal (Saving? Saving, string Risks, string? CannotTell, int? SaidUnder) AlikeBy =>
        (Saving, Saving is null ? "" : string.Join('\n', Risks), CannotTell, SaidUnder);

    internal static OfferedRemedy Of(WeighedRemedy weighed, FamilySnapshot family) => new(
        weighed.Remedy, weighed.Saving, [.. weighed.Remedy.RisksFor(family), .. weighed.Remedy.RisksIn(family)])
    {
        CannotTell = weighed.CannotTell,
        Net = weighed.Net,
        MayStandFirst = weighed.MayStandFirst,
    };
}

/// <summary>Of which the same is to be said: the same prediction with the same risks, or that there is none.</summary>
public sealed record AlikeRemedies(IReadOnlyList<OfferedRemedy> All)
{
    /// <summary>Whose command stands for those of all.</summary>
    public OfferedRemedy First => All[0];

    /// <summary>They were said before; or several, of which nobody knows what each brings: to say the risks of all helps nobody.</summary>
    public bool IsOnlyNamed => First.SaidUnder is not null || (First.Saving is null && All.Count > 1);
}
