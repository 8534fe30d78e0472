using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;

namespace Lowtide.Reports;

/// <param name="Setting">Of the server's own configuration; null where it has none against this.</param>
internal sealed record ExplainedFinding(Finding Finding, IReadOnlyList<ExplainedRemedy> Remedies, ServerSetting? Setting)
{
    /// <summary>Remedies that answer it and would do harm here, each with why.</summary>
    public IReadOnlyList<WeighedRemedy> Declined { get; init; } = [];

    /// <summary>What to change in the program itself; null where nothing says so.</summary>
    public string? Fix => Finding.Evidence.FirstOrDefault(row => row.Name == "code")?.Text;

    /// <summary>In their order, those that are said in one breath together.</summary>
    public IReadOnlyList<AlikeRemedies> Offers => [.. Remedies.GroupBy(remedy => remedy.AlikeBy).Select(alike => new AlikeRemedies([.. alike]))];
}

/// <summary>Of which the same is to be said: the same prediction with the same risks, or that there is none.</summary>
internal sealed record AlikeRemedies(IReadOnlyList<ExplainedRemedy> All)
{
    /// <summary>Whose command stands for those of all.</summary>
    public ExplainedRemedy First => All[0];

    /// <summary>They were said before; or several, of which nobody knows what each brings: to say the risks of all helps nobody.</summary>
    public bool IsOnlyNamed => First.SaidUnder is not null || (First.Saving is null && All.Count > 1);
}

/// <param name="Risks">Of the remedy, and what they come to in this family.</param>
/// <param name="CannotTell">What its use in this family hangs on and could not be read; null where all was.</param>
/// <param name="SaidUnder">The number of an earlier finding that it answers too; null of the first one.</param>
internal sealed record ExplainedRemedy(
    IRemedy Remedy, Saving? Saving, IReadOnlyList<string> Risks, string Command, string? CannotTell = null, int? SaidUnder = null)
{
    /// <summary>What the prediction is made of, as far as the finding's evidence does not say it.</summary>
    public IReadOnlyList<string> Bases => [.. new[] { Saving?.RestsOn, Saving?.Cost?.RestsOn }.OfType<string>()];

    /// <summary>The saving after the horizon; null where nothing is predicted.</summary>
    public Saving? Net { get; init; }

    /// <inheritdoc cref="WeighedRemedy.MayStandFirst"/>
    public bool MayStandFirst { get; init; }

    /// <summary>Equal of remedies that are said together.</summary>
    internal (Saving? Saving, string Risks, string? CannotTell, int? SaidUnder) AlikeBy =>
        (Saving, Saving is null ? "" : string.Join('\n', Risks), CannotTell, SaidUnder);
}
