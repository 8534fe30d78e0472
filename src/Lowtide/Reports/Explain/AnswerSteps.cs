using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>What to type, what to keep, what else there is and what not to do.</summary>
internal static class AnswerSteps
{
    private const int MostOthers = 3, MostDeclined = 2;

    /// <summary>What to type, and what not; null where nothing is to be done.</summary>
    /// <param name="call">What followed 'lowtide explain', as words of a shell; null where nobody called it.</param>
    public static StepsBlock? Of(Diagnosis diagnosis, string? call = null)
    {
        var answer = diagnosis.Answer;
        // What is to be changed in the program no remedy does.
        List<Step> steps = answer.Leading is { InCode: { } change } ? [new Step("in code", change, IsCommand: false)] : [];
        if (answer.Leading is { NextLook: { } next })
            steps.Add(new Step("next", next, IsCommand: false));
        if (diagnosis.Leak is { NextLook: { } who } leak && leak != answer.Leading)
            steps.Add(new Step("next", who, IsCommand: false));
        if (answer.Leading is { ToSet: { } given })
            steps.Add(new Step("set", given, IsCommand: false));
        if (answer.Leading?.Preload is { } setting)
            steps.Add(new Step("set", FindingWords.Setting(setting), IsCommand: false));
        steps.AddRange([.. Commands(answer, diagnosis, call), .. Beside(answer, diagnosis)]);
        return steps.Count == 0 ? null : new StepsBlock(steps);
    }

    private static IEnumerable<Step> Commands(DiagnosisAnswer answer, Diagnosis diagnosis, string? call)
    {
        if (answer.Trial is not { } trial)
            yield break;
        var address = ServerAddress.Of(diagnosis.Family);
        // The trial is of what answers others: nothing is offered about this one, or nothing that is surely no loss.
        var label = answer is { First: null, Leading: { Remedies.Count: 0, Preload: null } }
            || (answer is { First: { } sure, Leading: { } about } && !about.Remedies.Contains(sure)) ? "also try" : "try it";
        yield return new Step(label, TrialLine.Of(trial, diagnosis), IsCommand: true)
        {
            Short = call is null ? null
                : $"{OwnCall.Of($"explain {call} --save {PlanScript.Usual}")}  # to read and run: tries {Tried(trial)}",
        };
        if (!TrialLine.TakesJobs(diagnosis.Family))
            yield return new Step("where", address is null
                ? "a test machine: a trial starts the server anew. URL: a page of it; {rate}, {url} stay"
                : $"a test machine, or stop this server: a trial needs port {address.Port}, asks for /{(address.MayBeOther ? " by HTTP" : "")} (more: --path)",
                IsCommand: false);
        if (answer.First is { } first)
            yield return new Step("keep it", $"{FindingWords.LinesToKeep(first.Remedy, diagnosis.Family)}  # prints what to add", IsCommand: true);
        if (diagnosis.Start is null)
            yield return new Step(TrialLine.UnknownStart, ServiceUnit.Of(diagnosis.Family) is { } unit
                ? $"the line that starts the server; systemctl cat {unit} shows it"
                : "the line that starts the server: its process shows only a title", IsCommand: false);
        if (TrialLine.TakesJobs(diagnosis.Family))
            yield return new Step("queue", "a trial's workers take jobs: give them a queue or broker of their own", IsCommand: false);
    }

    private static string Tried(SuggestedTrial trial) => $"{(trial.Tried is [var first, ..] ? first.Id : trial.Arms[0].Name)}"
        + (trial.Arms.Count > 1 ? $" and {trial.Arms.Count - 1} more" : "");

    /// <summary>What a remedy takes that is not there.</summary>
    private static string Missing(OfferedRemedy other, Diagnosis diagnosis) =>
        diagnosis.LacksKsmd(other.Remedy) ? ", and ksmd is off" : "";

    private static IEnumerable<Step> Beside(DiagnosisAnswer answer, Diagnosis diagnosis)
    {
        var others = answer.Others.Where(other => answer.Trial?.Tried.Contains(other.Remedy) != true).ToList();
        if (others.Count > 0)
            yield return new Step(
                // Where nothing stands before it, it is no other way but the only one.
                answer.Trial is null ? "else" : "or",
                Named(others, other => $"{other.Remedy.Id} ({Short(other, answer.First)}{Missing(other, diagnosis)})"), IsCommand: false)
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
