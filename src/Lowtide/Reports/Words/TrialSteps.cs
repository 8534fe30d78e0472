using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>How the remedies that a diagnosis offers are tried and kept, in full.</summary>
internal static class TrialSteps
{
    /// <summary>What its line leaves open.</summary>
    private static string ToFill(FamilySnapshot family) =>
        TrialLine.TakesJobs(family)
            ? ". READY is a command that succeeds once the worker works, LOAD one that enqueues jobs and prints their times (docs/"
                + (family.Runtime is { Name: "cpython" } ? "python" : "ruby") + "-memory.md)"
        : (ServerAddress.Of(family) is null ? ". URL is a page of it" : "") + ". More pages: --path, in the load";

    /// <summary>What to do with the remedies that a diagnosis offers, step by step, each with its commands.</summary>
    public static IEnumerable<(string Words, IReadOnlyList<string> Commands)> Of(SuggestedTrial trial, Diagnosis diagnosis)
    {
        var (several, family) = (trial.Arms.Count > 1, diagnosis.Family);
        yield return (
            $"Confirm {(several ? "them" : "it")} with a trial"
                + (!trial.OfPauses ? "" : ", by latency p99") + ToFill(family)
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
            [.. trial.Tried.Select(remedy => FindingWords.LinesToKeep(remedy, family))]);
    }
}
