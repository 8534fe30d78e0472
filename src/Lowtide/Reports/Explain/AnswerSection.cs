using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>What it is, what is wrong, what that is worth, and what to type.</summary>
internal static class AnswerSection
{
    private const int LongestName = 32;

    /// <param name="call">What followed 'lowtide explain', as words of a shell.</param>
    /// <returns>Null where nothing is to be done.</returns>
    public static ReportSection? Of(Diagnosis diagnosis, string call)
    {
        ReportBlock?[] blocks = [Said(diagnosis).Worth is { } worth ? new TextBlock(null, worth, []) : null, AnswerSteps.Of(diagnosis, call)];
        return blocks.All(block => block is null) ? null
            : new ReportSection("do", "What to do", "", [.. blocks.OfType<ReportBlock>()]) { NeedsHeading = false };
    }

    /// <summary>One line that tells it from all others.</summary>
    public static string Subject(Diagnosis diagnosis)
    {
        var family = diagnosis.Family;
        var parts = new List<string>();
        if (!diagnosis.FromTrace)
            parts.Add(FamilyWords.Workers(family));
        parts.AddRange(FamilyWords.Known(family));
        if (family.PssBytes is { } pss)
            parts.Add($"{Amount.Bytes(pss)} (PSS)");
        return $"{Screen.Short(family.Name, LongestName)}, pid {family.Head.Process.Pid}: {string.Join(", ", parts)}";
    }

    /// <summary>What changes how the rest is to be read.</summary>
    public static IEnumerable<string> Circumstances(Diagnosis diagnosis)
    {
        var family = diagnosis.Family;
        if (diagnosis.Recorded is { } recorded)
            yield return string.Create(
                CultureInfo.InvariantCulture, $"recorded for {Amount.Time(recorded.Seconds)}, until {recorded.End.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC")
                + (diagnosis.CouldNotRead.Any(missing => missing.Code == Unreadable.End) ? "; its end is missing" : "")
                + (diagnosis.MasterChanges.Count == 0 ? "" : $"; its master was another {Amount.Count(diagnosis.MasterChanges.Count, "time")}")
                + (diagnosis.SteadySeconds is null ? "" : "; what was shared has stayed so");
        foreach (var said in AgreementWords.Careful(diagnosis.Agreements))
            yield return said;
        if (FamilyWords.Children(family) is { } children)
            yield return children;
        if (diagnosis.Idle is { } idle)
            yield return $"Quiet: {Used(idle.MostSeconds)} in {Amount.Time(idle.AgeSeconds)}. "
                + (ServerAddress.Of(family) is { } address ? $"First: lowtide load --rate 10 {address.Url}" : "Look again under load.");
        if (diagnosis.DotNet is { } trace)
            yield return DotNetWords.Of(trace, diagnosis.Recorded).First();
        foreach (var entry in RemediesInEffect.Of(family))
            yield return $"remedy {entry.Id}: {InEffectWords.Of(entry, family)}{InEffectWords.PartOf(entry)}"
                + LaunchWords.HeldBack(entry, diagnosis.KsmdOn);
    }

    /// <summary>A tenth of a second is the finest that is written.</summary>
    private static string Used(double seconds) => seconds > 0 ? $"up to {Amount.Time(Math.Ceiling(seconds * 10) / 10)} of CPU a worker" : "no CPU used";

    /// <summary>What is wrong, and what mending it is worth; null where that tells nothing.</summary>
    public static (string Answer, string? Worth) Said(Diagnosis diagnosis) => diagnosis.Answer is { Leading: { } leading } answer
        ? (leading.Finding.Statement, Worth(answer, leading, diagnosis.Family))
        : (diagnosis.Findings.Count > 0 ? "Nothing wrong found: what was found is less than a twentieth of the memory." : FindingWords.None(diagnosis),
            // Who collects is under load.
            diagnosis is { Recorded: null, NothingRead: false, FromTrace: false, DotNet: not { Collections.Count: > 0 } } ? FindingWords.LoadIt.Trim() : null);

    private static string? Worth(DiagnosisAnswer answer, DiagnosedFinding leading, FamilySnapshot family) => answer.First switch
    {
        { Saving: { } saving } first => $"{(leading.Remedies.Contains(first) ? "" : "Besides, ")}{first.Remedy.Id} would save {FindingWords.Saved(saving)}"
            + (family.PssBytes is { } pss && saving.HighBytes <= pss
                ? $" ({Amount.PercentRange(Math.Max(0, saving.LowBytes), saving.HighBytes, pss)} of all)" : "") + ".",
        _ when leading.Preload?.Saving is { } saving => FindingWords.Preloading(saving, family.PssBytes),
        // It says that something is not as it was meant.
        _ when leading.Finding is { Bytes: null, Seconds: null } => null,
        _ => string.Join(' ', new[]
        {
            FindingWords.Worth(leading.Finding, family) is var worth && leading.Finding.Statement.Contains(worth, StringComparison.Ordinal)
                ? null : $"That is {worth}.",
            leading.Remedies.Count == 0 ? null : answer.Trial is null ? "No remedy promises anything."
                : "Confirm with a trial what a remedy saves.",
        }.OfType<string>()) is { Length: > 0 } said ? said : null,
    };
}
