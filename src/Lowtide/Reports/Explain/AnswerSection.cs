using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Reports.Words;
using Lowtide.Reports.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>What it is, what is wrong, what that is worth, and what to type.</summary>
internal static class AnswerSection
{
    private const int MostOthers = 3, MostDeclined = 2, LongestName = 32;

    /// <summary>In the place of a load that nobody here knows.</summary>
    private const string SomeLoad = $"'{FindingWords.SomeLoad}'";

    /// <param name="target">As it was typed.</param>
    /// <returns>Null where nothing is to be done.</returns>
    public static ReportSection? Of(Diagnosis diagnosis, string target)
    {
        ReportBlock?[] blocks = [Said(diagnosis).Worth is { } worth ? new TextBlock(null, worth, []) : null, Steps(diagnosis, target)];
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
                + (diagnosis.CouldNotRead.Any(missing => missing.Code == Unreadable.End) ? "; its end is missing" : "");
        foreach (var said in Disagreements(diagnosis))
            yield return said;
        if (FamilyWords.Children(family) is { } children)
            yield return children;
        if (diagnosis.DotNet is { } trace)
            yield return DotNetWords.Of(trace, diagnosis.Recorded).First();
        foreach (var entry in RemediesInEffect.Of(family))
            yield return $"remedy {entry.Id}: {FindingWords.InEffect(entry, family)}{FindingWords.PartOf(entry)}"
                + LaunchWords.HeldBack(entry, diagnosis.KsmdOn);
    }

    /// <summary>Where what was read is not what others count; none where all agree.</summary>
    public static IEnumerable<string> Disagreements(Diagnosis diagnosis) =>
        diagnosis.Agreements.Where(figure => !figure.Holds).Select(figure => $"Careful: {figure.Said}");

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
        _ when leading.Setting?.Saving is { } saving => FindingWords.Preloading(saving, family.PssBytes),
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

    /// <summary>What to type, and what not; null where nothing is to be done.</summary>
    /// <param name="target">As it was typed; null where nobody did.</param>
    public static StepsBlock? Steps(Diagnosis diagnosis, string? target = null)
    {
        var answer = diagnosis.Answer;
        // What is to be changed in the program no remedy does.
        List<Step> steps = answer.Leading is { Fix: { } fix } ? [new Step("in code", fix, IsCommand: false)] : [];
        if (answer.Leading is { Next: { } next })
            steps.Add(new Step("next", next, IsCommand: false));
        if (answer.Leading is { ToSet: { } given })
            steps.Add(new Step("set", given, IsCommand: false));
        if (answer.Leading?.Setting is { } setting)
            steps.Add(new Step("set", FindingWords.Setting(setting), IsCommand: false));
        steps.AddRange([.. Commands(answer, diagnosis, target), .. Beside(answer, diagnosis)]);
        return steps.Count == 0 ? null : new StepsBlock(steps);
    }

    private static IEnumerable<Step> Commands(DiagnosisAnswer answer, Diagnosis diagnosis, string? target)
    {
        if (answer.Trial is not { } trial)
            yield break;
        var address = ServerAddress.Of(diagnosis.Family);
        var load = TakesJobs(diagnosis.Family) ? "--ready-command READY --load LOAD"
            : $"--ready {ShellWord.Of(address?.Url ?? "URL")} --load {SomeLoad}";
        // The trial is of what answers others: nothing is offered about this one, or nothing that is surely no loss.
        var label = answer is { First: null, Leading: { Remedies.Count: 0, Setting: null } }
            || (answer is { First: { } sure, Leading: { } about } && !about.Remedies.Contains(sure)) ? "also try" : "try it";
        yield return new Step(label, TrialLine.Of(trial, diagnosis, load), IsCommand: true)
        {
            Short = target is null ? null
                : $"{OwnCall.Of($"explain {ShellWord.Of(target)} --save {PlanScript.Usual}")}  # to read and run: tries {Tried(trial)}",
        };
        if (!TakesJobs(diagnosis.Family))
            yield return new Step("where", address is null
                ? "a test machine: a trial starts the server anew. URL: a page of it; {rate}, {url} stay"
                : $"a test machine, or this server stopped: a trial starts it anew and asks port {address.Port} by HTTP", IsCommand: false);
        if (answer.First is { } first)
            yield return new Step("keep it", $"{FindingWords.LinesToKeep(first.Remedy, diagnosis.Family)}  # prints what to add", IsCommand: true);
        if (diagnosis.Start is null)
            yield return new Step(TrialLine.UnknownStart, "the line that starts the server: its process shows only a title", IsCommand: false);
        if (TakesJobs(diagnosis.Family))
            yield return new Step("queue", "a trial's workers take jobs: give them a queue or broker of their own", IsCommand: false);
    }

    private static string Tried(SuggestedTrial trial) => $"{(trial.Tried is [var first, ..] ? first.Id : trial.Arms[0].Name)}"
        + (trial.Arms.Count > 1 ? $" and {trial.Arms.Count - 1} more" : "");

    /// <summary>It has no address that would answer.</summary>
    public static bool TakesJobs(FamilySnapshot family) => ServerProgram.Of(family) == ServerProgram.Celery || family.Name == "sidekiq";

    /// <summary>What a remedy takes that is not there.</summary>
    private static string Missing(OfferedRemedy other, Diagnosis diagnosis) =>
        diagnosis.LacksKsmd(other.Remedy) ? ", and ksmd is off" : "";

    private static IEnumerable<Step> Beside(DiagnosisAnswer answer, Diagnosis diagnosis)
    {
        var others = answer.Others.Where(other => answer.Trial?.Tried.Contains(other.Remedy) != true).ToList();
        if (others.Count > 0)
            yield return new Step(
                "or", Named(others, other => $"{other.Remedy.Id} ({Short(other, answer.First)}{Missing(other, diagnosis)})"), IsCommand: false)
            {
                Short = Named(others, other => other.Remedy.Id),
            };
        foreach (var alike in answer.Declined.GroupBy(declined => declined.Declined).Take(MostDeclined))
            yield return new Step("not", $"{string.Join(", ", alike.Select(declined => declined.Remedy.Id))}: {alike.Key}", IsCommand: false);
    }

    private static string Named(List<OfferedRemedy> others, Func<OfferedRemedy, string> name) => string.Join(", ", others.Take(MostOthers).Select(name))
        + (others.Count > MostOthers ? $", {others.Count - MostOthers} more" : "");

    private static string Short(OfferedRemedy remedy, OfferedRemedy? first) => remedy.Saving switch
    {
        null => "no prediction",
        // Whatever it saves at first: what the collector would free stays.
        { Cost: not null } saving => $"{Short(saving, first?.Saving)} at first, then garbage grows",
        { } saving => Short(saving, first?.Saving),
    };

    /// <summary>To the reader: intervals that are written alike are.</summary>
    private static string Short(Saving saving, Saving? first) =>
        Amount.Range(saving.LowBytes, saving.HighBytes) is var own && first is not null && own == Amount.Range(first.LowBytes, first.HighBytes)
            ? "the same" : own;
}
