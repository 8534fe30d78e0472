using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Trials;
using Lowtide.Reports.Writing;

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

    /// <summary>In the place of a load that nobody here knows: a minute at a rate that the server is found to hold.</summary>
    public const string SomeLoad = "lowtide load --rate {rate} -d 60s {url}";

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

    /// <summary>What takes jobs from a queue has no address.</summary>
    private static string OfWorker(FamilySnapshot family) => family.Runtime?.Name switch
    {
        "dotnet" => "",
        "cpython" => "; for a job worker --ready-command COMMAND, and a load that enqueues jobs (docs/python-memory.md)",
        _ => "; for a job worker one that enqueues jobs and prints their times (docs/ruby-memory.md)",
    };

    /// <summary>What to do with the remedies that a diagnosis offers, step by step, each with its commands.</summary>
    public static IEnumerable<(string Words, IReadOnlyList<string> Commands)> Next(SuggestedTrial trial, Diagnosis diagnosis)
    {
        var (several, family) = (trial.Arms.Count > 1, diagnosis.Family);
        yield return (
            $"Confirm {(several ? "them" : "it")} with a trial"
                + (!trial.OfPauses ? "" : ", by latency p99") + ". "
                + $"URL answers once the server is ready, LOAD is a command that loads it, such as '{SomeLoad}'"
                + OfWorker(family)
                + (trial.HasOthers ? ". To try another one too, add --arm NAME=ID" : "") + ":",
            [TrialLine.Of(trial, diagnosis)]);
        const string where = "Start these commands in the server's folder, as its user and with its environment";
        var unknown = diagnosis.Start is null ? $"; {TrialLine.UnknownStart} is what starts it, which its process does not show" : "";
        if (trial.Tried.Count == 0)
        {
            yield return ($"{where}{unknown}.", []);
            yield break;
        }
        yield return (
            $"{where}{unknown}. To keep {(several ? "the one that helped" : "it")} without Lowtide, print the lines to add:",
            [.. trial.Tried.Select(remedy => LinesToKeep(remedy, family))]);
    }

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

    public static string Setting(ServerSetting setting) => $"setting of {setting.Server}: {setting.Text}";

    /// <summary>What a remedy that is on means for this family; nothing of one that is not.</summary>
    public static IReadOnlyList<string> RisksInEffect(RemedyInEffect entry, FamilySnapshot family) => entry.TookEffect == false
        ? [] : RemedyCatalogue.All.First(remedy => remedy.Id == entry.Id).RisksIn(family);

    /// <summary>To follow that; empty where it is on by itself.</summary>
    public static string PartOf(RemedyInEffect entry) => entry.PartOf is { } whole ? $", as a part of {whole}" : "";

    public static string InEffect(RemedyInEffect entry, FamilySnapshot family) => entry.TookEffect switch
    {
        true => (family.Workers.Count == 0 ? "on" : "on in every worker") + (IsItsOwn(entry, family) ? ", as the program has it itself" : ""),
        false when RemedyCatalogue.Find(entry.Id)?.Refusal(family) is { } why => $"asked for, but not on: {why}",
        false => "asked for, but not on",
        null => "asked for; whether it is on cannot be told",
    };

    /// <summary>
    /// Neither 'lowtide run' nor a variable brought it. A setting of .NET: the program's own files have it, or it is the default. A malloc: the program is
    /// linked with it.
    /// </summary>
    private static bool IsItsOwn(RemedyInEffect entry, FamilySnapshot family) => RemedyCatalogue.Find(entry.Id) switch
    {
        DotNetRemedy remedy => IsItsOwn(remedy, family),
        PreloadedMalloc malloc => family.Serving.All(member => member.WasAskedFor(malloc.Id) == false && member.Preloads is null or { Count: 0 }),
        _ => false,
    };

    private static bool IsItsOwn(DotNetRemedy remedy, FamilySnapshot family) =>
         family.Serving.All(member => member.Settings is { } settings && member.WasAskedFor(remedy.Id) == false
            && remedy.Launch.Environment.Keys.All(name => DotNetVariable.Find(settings, name[DotNetVariable.Prefix.Length..]) is null));
}
