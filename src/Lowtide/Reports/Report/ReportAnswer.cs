using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Past;

namespace Lowtide.Reports.Report;

/// <summary>The report in one sentence: what a trial decided, else what two recordings differ by, else what was found.</summary>
internal static class ReportAnswer
{
    public static string Title(ReportMaterial material)
    {
        var server = material.Sources.Select(source => source.Server).OfType<string>().FirstOrDefault();
        return server is null ? "Lowtide report" : $"Lowtide report on {server}";
    }

    public static string Of(ReportMaterial material) => material switch
    {
        { Trials: [var trial, ..] } => Of(trial),
        { AreOfTwoServers: true, Recordings: [var first, var second] } =>
            $"Two servers: {Held(first)}, {Held(second)}. What they differ by is no change's doing.",
        { Recordings: [{ Recording.DotNet: { } was } before, { Recording.DotNet: { } @is } after] } when before.IsTrace || after.IsTrace =>
            $"All threads of {after.Recording.Latest.Name} stood still for {Share(was)} of the time before and for {Share(@is)} after, for "
                + $"{Longest(was)} and {Longest(@is)} at the longest: two runs seen, which is no proof.",
        { Recordings: [var before, var after] } => Of(before.Recording.Latest, after.Recording.Latest),
        { Recordings: [var only] } => Of(only),
        _ => throw new ArgumentException("A report is made of something.", nameof(material)),
    };

    private static string Share(DotNetTrace trace) => Amount.Percent(trace.Seconds > 0 ? trace.PauseSeconds / trace.Seconds : 0);

    private static string Longest(DotNetTrace trace) => Unit.Seconds.Text(trace.OwnPauses.Select(pause => pause.Seconds).DefaultIfEmpty().Max());

    private static string Of(PastTrial trial)
    {
        if (trial.Result is not { } result)
            return trial.Kept.IsRunning
                ? "The trial runs, and its first pair is not whole yet: it tells nothing."
                : "The trial was stopped before its first pair was whole: it tells nothing yet.";
        if (!trial.IsComplete)
            return $"The trial {(trial.Kept.IsRunning ? "still runs, so far with" : "was stopped after")} {TrialValues.Pairs(result.Pairs)}"
                + $" of {result.Course.Pairs}: it has decided nothing yet.";
        return $"{TrialConclusion.Of(result)} Shown by {TrialValues.Starts(result.Pairs, result.Plan)} under the same load.";
    }

    private static string Of(FamilySnapshot before, FamilySnapshot after) => (before.PssBytes, after.PssBytes) is ({ } was, { } @is) && was > 0
        ? $"{before.Name} held {Amount.Bytes(was)} at the end of the recording before and {Amount.Bytes(@is)} at the end of the one after, "
            + $"{Amount.Percent(Math.Abs(1 - (@is / (double)was)))} {(@is <= was ? "less" : "more")}: two runs seen, which is no proof."
        : $"How much memory {before.Name} held before and after could not be read.";

    private static string Held(RecordedFamily family) =>
        $"{family.Recording.Latest.Name} held {(family.Recording.Latest.PssBytes is { } bytes ? Amount.Bytes(bytes) : "what could not be read")}";

    private static string Of(RecordedFamily family)
    {
        var (answer, worth) = AnswerSection.Said(family.Diagnosis);
        return worth is null ? answer : $"{answer} {worth}";
    }
}
