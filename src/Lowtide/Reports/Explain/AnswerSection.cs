using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Standalone;

namespace Lowtide.Reports.Explain;

/// <summary>What it is, what is wrong, what that is worth, and what to type.</summary>
internal static class AnswerSection
{
    private const int MostOthers = 3, MostDeclined = 2, LongestName = 40;

    /// <summary>In the place of a load that nobody here knows.</summary>
    private const string SomeLoad = "'lowtide load --rate 50 -n 3000 {url}'";

    public static ReportSection Of(Explanation explanation)
    {
        var answer = ExplainAnswer.Of(explanation);
        return new ReportSection("answer", "", "",
        [
            new TextBlock(null, Subject(explanation), [.. Circumstances(explanation)]),
            Said(answer, explanation),
            .. Steps(explanation) is { } steps ? [steps] : Array.Empty<ReportBlock>(),
        ]);
    }

    /// <summary>One line that tells it from all others.</summary>
    public static string Subject(Explanation explanation)
    {
        var family = explanation.Family;
        var parts = new List<string>();
        if (!explanation.IsOfTrace)
            parts.Add(FamilyWords.Workers(family));
        parts.AddRange(FamilyWords.Known(family));
        if (family.PssBytes is { } pss)
            parts.Add($"{Amount.Bytes(pss)} (PSS)");
        return $"{Screen.Short(family.Name, LongestName)} {(family.Master ?? family.Workers[0]).Process.Pid}: {string.Join(", ", parts)}";
    }

    /// <summary>What changes how the rest is to be read.</summary>
    private static IEnumerable<string> Circumstances(Explanation explanation)
    {
        var family = explanation.Family;
        if (explanation.Recorded is { } recorded)
            yield return string.Create(
                CultureInfo.InvariantCulture, $"recorded for {Amount.Time(recorded.Seconds)}, until {recorded.End.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC");
        if (FamilyWords.Children(family) is { } children)
            yield return children;
        if (explanation.DotNet is { } trace)
            yield return DotNetWords.Of(trace, explanation.Recorded).First();
        foreach (var entry in RemediesInEffect.Of(family))
            yield return $"remedy {entry.Id}: {FindingWords.InEffect(entry, family)}{LaunchWords.HeldBack(entry, explanation.KsmdOn)}";
    }

    private static TextBlock Said(ExplainAnswer answer, Explanation explanation) => answer.Leading is { } leading
        ? new TextBlock(leading.Finding.Statement, Worth(answer, leading, explanation.Family), [])
        : new TextBlock(
            explanation.Findings.Count > 0 ? "Nothing wrong found: what was found is less than a twentieth of the memory." : FindingWords.None(explanation),
            explanation is { Recorded: null, NothingRead: false, IsOfTrace: false } ? FindingWords.LoadIt.Trim() : null, []);

    private static string Worth(ExplainAnswer answer, ExplainedFinding leading, FamilySnapshot family) => answer.First switch
    {
        { Saving: { } saving } first => $"{first.Remedy.Id} would save {FindingWords.Saved(saving)}"
            + (family.PssBytes is { } pss && saving.HighBytes <= pss
                ? $" ({Amount.PercentRange(Math.Max(0, saving.LowBytes), saving.HighBytes, pss)})" : "") + ".",
        _ => FindingWords.Size(leading.Finding, family)
            + (leading.Remedies.Count > 0 ? "; what each remedy saves only a trial can tell" : "") + ".",
    };

    /// <summary>What to type, and what not; null where nothing is to be done.</summary>
    public static StepsBlock? Steps(Explanation explanation)
    {
        var answer = ExplainAnswer.Of(explanation);
        // What is to be changed in the program no remedy does.
        List<Step> steps = answer.Leading is { Fix: { } fix } ? [new Step("change", fix, IsCommand: false)] : [];
        if (answer.Leading?.Setting is { } setting)
            steps.Add(new Step("set", FindingWords.Setting(setting), IsCommand: false));
        var trial = answer.First is { } first ? SuggestedTrial.Of(first, explanation) : SuggestedTrial.Of(explanation);
        steps.AddRange([.. Commands(answer, trial, explanation), .. Beside(answer, trial)]);
        return steps.Count == 0 ? null : new StepsBlock(steps);
    }

    private static IEnumerable<Step> Commands(ExplainAnswer answer, SuggestedTrial? trial, Explanation explanation)
    {
        if (trial is null)
            yield break;
        var load = TakesJobs(explanation.Family) ? "--ready-command READY --load LOAD" : $"--ready URL --load {SomeLoad}";
        yield return new Step("try it", trial.Line(load), IsCommand: true);
        if (answer.First is { } first)
            yield return new Step("keep it", FindingWords.LinesToKeep(first.Remedy, explanation.Family), IsCommand: true);
    }

    /// <summary>It has no address that would answer.</summary>
    private static bool TakesJobs(FamilySnapshot family) => ServerProgram.Of(family) == ServerProgram.Celery || family.Name == "sidekiq";

    private static IEnumerable<Step> Beside(ExplainAnswer answer, SuggestedTrial? trial)
    {
        var others = answer.Others.Where(other => trial?.Tried.Contains(other.Remedy) != true).ToList();
        if (others.Count > 0)
            yield return new Step("or", string.Join(", ", others.Take(MostOthers).Select(other => $"{other.Remedy.Id} ({Short(other, answer.First)})"))
                + (others.Count > MostOthers ? $", {others.Count - MostOthers} more" : ""), IsCommand: false);
        foreach (var declined in answer.Declined.Take(MostDeclined))
            yield return new Step("not", $"{declined.Remedy.Id}: {declined.Declined}", IsCommand: false);
    }

    private static string Short(ExplainedRemedy remedy, ExplainedRemedy? first) => remedy.Saving switch
    {
        null => "not predicted",
        // Whatever it saves at first: what the collector would free stays.
        { Cost: not null } saving => $"{Short(saving, first?.Saving)} at first, then garbage grows",
        { } saving => Short(saving, first?.Saving),
    };

    private static string Short(Saving saving, Saving? first) => (saving.LowBytes, saving.HighBytes) == (first?.LowBytes, first?.HighBytes)
        ? "the same" : Amount.Range(saving.LowBytes, saving.HighBytes);
}
