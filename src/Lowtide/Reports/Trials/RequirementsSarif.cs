using Lowtide.Reports.Documents;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>Requirements as rules, and a result for each that does not hold.</summary>
internal static class RequirementsSarif
{
    private const string Help = "Lowtide started the server with and without a change, in pairs, under the same load. A requirement holds where these pairs "
        + "show it. An error is refuted. A warning is unclear: more pairs, a longer load or a quieter machine may decide it; the message says how many pairs.";

    /// <param name="uri">Of the file that stands for the server.</param>
    public static string Text(TrialResult result, IReadOnlyList<Requirement> requirements, string uri)
    {
        var server = result.Facts.Blocks[0].Baseline.Server;
        var rules = requirements.DistinctBy(RuleId).ToList();
        return SarifLog.Of($"lowtide trial of {server}", [.. rules.Select(Rule)], [.. requirements
            .SelectMany(requirement => requirement.In(result))
            .DistinctBy(outcome => outcome.Name)
            .Where(outcome => !outcome.Holds)
            .Select(outcome => new SarifResult(
                RuleId(outcome.Requirement),
                rules.FindIndex(rule => RuleId(rule) == RuleId(outcome.Requirement)),
                outcome.IsUnclear ? "warning" : "error",
                new SarifText(string.Join(' ', RequirementWords.Lines(outcome, result).Select((line, index) => index == 0 ? $"{line}." : line))),
                SarifLocation.Of(uri, server, outcome.Arm.Arm.Name),
                SarifFingerprints.Of("trial", server, outcome.Name)))]).Text();
    }

    private static string RuleId(Requirement requirement) => $"{requirement.Verdict}:{requirement.Metric}";

    private static SarifRule Rule(Requirement requirement)
    {
        var demand = RequirementWords.Demand(requirement);
        var id = RuleId(requirement);
        return new SarifRule(id, new SarifText(demand), new SarifText($"lowtide trial --require {id}: {demand}."), new SarifText(Help));
    }
}
