using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Reports.Words;

/// <summary>Findings and their remedies in the words that the screen and the report have in common.</summary>
internal static class FindingWords
{
    private static string OfMemory(Diagnosis diagnosis) =>
        diagnosis.IsUnread
            ? "Nothing can be told: the memory of this family could not be read."
            : "Nothing wrong found.";

    /// <summary>To follow either of a live look.</summary>
    public const string LoadIt = " A server that has just started, or has no load, shows little: look again once it has served for a while.";

    /// <summary>Before whatever else is said of a .NET process that could not be listened to: silence is not the lack of pauses.</summary>
    public const string Unheard = "GC events unavailable (see below): pauses unknown.";

    public static string None(Diagnosis diagnosis) => diagnosis switch
    {
        { Unheard: not null, FromTrace: true } => Unheard,
        { Unheard: not null } => $"{Unheard} {OfMemory(diagnosis)}",
        { DotNet: null } => OfMemory(diagnosis),
        _ => NoPauses,
    };

    private const string NoPauses = "Nothing wrong found, in memory or in pauses.";

    public static string Size(Finding finding, FamilySnapshot family) =>
        finding is { Bytes: null, Seconds: null } ? finding.Id : $"{finding.Id}: {Worth(finding, family)}";

    /// <summary>Of a finding with a size. A lone process has no workers to divide by.</summary>
    public static string Worth(Finding finding, FamilySnapshot family) => finding is { Bytes: null, Seconds: { } seconds }
        ? $"{Unit.Seconds.Text(seconds)} of pauses or waits"
        : family.Workers.Count == 0 ? Screen.Size(finding.Bytes)
        : $"{Screen.Size(finding.Bytes)} in the family, {Screen.Size(finding.BytesPerWorker)} a process";

    public static string Named(AlikeRemedies offer) =>
        $"{(offer.All.Count == 1 ? "remedy" : "remedies")} {string.Join(", ", offer.All.Select(remedy => remedy.Remedy.Id))}";

    /// <summary>To follow that; empty of one of which there is nothing to say.</summary>
    public static string Predicted(AlikeRemedies offer) =>
        Saved(offer) + (offer.First is { CannotTell: { } untold, SaidUnder: null } ? $"; whether it applies cannot be told: {untold}" : "");

    private static string Saved(AlikeRemedies offer) => offer switch
    {
        { First: { SaidUnder: { } number, Saving: var saving } } => $"{Predicted(saving)}: as under {number}",
        { IsOnlyNamed: true } => ": confirm with a trial what each saves; 'lowtide remedies ID' has its risks",
        { First.Saving: { } saving, All.Count: > 1 } => $", each predicted to save {Saved(saving)}",
        _ => Predicted(offer.First.Saving),
    };

    /// <summary>To follow a remedy's id; empty where nothing is predicted.</summary>
    public static string Predicted(Saving? saving) =>
        saving is null ? "" : $", predicted to save {Saved(saving)}";

    /// <summary>What loading the program before the fork comes to.</summary>
    /// <param name="of">PSS of the family, for a share of it; null for none.</param>
    public static string Preloading(Saving saving, long? of = null)
    {
        var share = of is { } pss ? $" ({Amount.Percent(saving.HighBytes / (double)pss)})" : "";
        return saving.LowBytes < 0
            ? $"Loading it before the fork would save up to {Amount.Bytes(saving.HighBytes)}{share}, or take up to {Amount.Bytes(-saving.LowBytes)} more: "
                + "confirm it with a trial."
            : $"Loading it before the fork would save {Amount.Range(saving.LowBytes, saving.HighBytes)}{share}.";
    }

    /// <summary>How much, and what it costs.</summary>
    public static string Saved(Saving saving) => Amount.Range(saving.LowBytes, saving.HighBytes)
        + (saving.Cost is { } cost ? $" at first; {Grows(cost, saving)}" : "");

    private static string Grows(MemoryCost cost, Saving saving) => cost switch
    {
        // What a limit stops within the hour has no rate an hour.
        { MostBytes: { } most } when !cost.IsKnown || most <= cost.HighBytesPerSecond * 3600 =>
            $"garbage in cycles then takes up to {Amount.Bytes(most)}",
        { IsKnown: false } => "garbage in cycles then adds memory at an unknown rate",
        _ => $"garbage in cycles then adds {Amount.Range((long)(cost.LowBytesPerSecond * 3600), (long)(cost.HighBytesPerSecond * 3600))} an hour"
            + (cost.MostBytes is { } most ? $", {Amount.Bytes(most)} at most" : cost.IsOpen ? " or more" : "")
            + (saving.WorseAfterSeconds is { } worse ? $"; worse than today after {Amount.Time(worse)}" : ""),
    };

    /// <summary>Of a remedy that answers a finding, and would do harm.</summary>
    public static string Declined(WeighedRemedy remedy) => $"not {remedy.Remedy.Id}: {remedy.Declined}";

    /// <summary>Of one that does what others offered beside it do; null where there are none.</summary>
    public static string? InsteadOf(OfferedRemedy remedy, DiagnosedFinding explained) =>
        explained.Remedies.Select(other => other.Remedy.Id).Intersect(remedy.Remedy.Includes).ToList() is { Count: > 0 } parts
            ? $"instead of {string.Join(" and ", parts)}, which it includes"
            : null;

    /// <summary>The command that prints the lines which make a remedy permanent for this server.</summary>
    public static string LinesToKeep(IRemedy remedy, FamilySnapshot family) =>
        $"lowtide remedies {remedy.Id} --as {PermanentForms.NamesFor(remedy.Permanent, family)[0]}"
            + (remedy.KeptIn.Count > 1 && KitLanguage.Of(family.Runtime) is { } its ? $" --language {its.Kit.Name}" : "");

    public static string Overlap(OverlappingFindings overlapping) =>
        $"Findings {string.Join(", ", overlapping.Numbers.SkipLast(1))} and {overlapping.Numbers[^1]} overlap: they count the pauses of "
            + $"{Amount.Count(overlapping.Collections, "collection")} more than once, so do not add them up.";

    public static string Overlap(OverlappingMemory overlapping) =>
        $"Findings {overlapping.First} and {overlapping.Second} overlap: up to {Amount.Bytes(overlapping.Bytes)} that malloc keeps counts in both, "
            + "so do not add them up.";

    public static string Setting(PreloadSetting setting) => $"setting of {setting.Server}: {setting.Text}";
}
