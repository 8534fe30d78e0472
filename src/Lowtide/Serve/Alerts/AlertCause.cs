using Lowtide.Analysis.Alerts;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;

namespace Lowtide.Serve.Alerts;

/// <summary>Why an alert is raised, by the latest look.</summary>
/// <param name="Finding">Its title.</param>
/// <param name="Remedy">Its id; null where none is known to help.</param>
internal sealed record AlertCause(string Finding, string FindingId, string? Remedy)
{
    public static AlertCause? Of(AlertRule rule, Diagnosis? diagnosis) =>
        diagnosis?.Large.FirstOrDefault(found => rule.Causes.Contains(found.Finding.Id)) is not { } cause ? null : new AlertCause(
            FindingRules.Title(cause.Finding), cause.Finding.Id, diagnosis.ToAct(cause).Remedies.FirstOrDefault(remedy => remedy.MayStandFirst)?.Remedy.Id);
}
