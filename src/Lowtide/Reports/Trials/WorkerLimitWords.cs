using System.Collections.Immutable;
using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Capacity;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>What a limit on workers would have done, in a sentence or two.</summary>
internal static class WorkerLimitWords
{
    public static string Of(WorkerLimit limit, string arm)
    {
        var workers = $"Workers replaced above {Amount.Bytes(limit.Bytes)} of private memory:";
        if (limit.Baseline.IsEmpty)
            return $"{workers} not told by these runs, for their private memory or the rate of the load was not read.";
        var lives = $"{workers} baseline {Lives(limit.Baseline)}; {arm} {Lives(limit.Arm)}.";
        return limit switch
        {
            { AvoidedShare: < 0 and var share } => $"{lives} {Amount.Percent(-share)} more respawns.",
            { AvoidedShare: { } share } => $"{lives} {(limit.IsAtLeast ? "At least " : "")}{Amount.Percent(share)} of respawns avoided.",
            { IsBelowStart: true } => $"{lives} The limit is below what a worker starts with: raise it.",
            _ => $"{lives} That tells nothing of respawns: let the load send more requests, or lower the limit.",
        };
    }

    private static string Lives(ImmutableList<AnswersToLimit> lives)
    {
        var passed = lives.Count(life => life.Passed);
        var (least, most) = (Count(lives.Min(life => life.Answers)), Count(lives.Max(life => life.Answers)));
        var answers = least == most ? most : $"{least} to {most}";
        return passed == 0 ? $"never, in {answers} answers a worker"
            : $"after {answers} answers a worker{(passed < lives.Count ? $" or more (passed in {passed} of {lives.Count} runs)" : "")}";
    }

    private static string Count(double answers) => answers.ToString("#,0", CultureInfo.InvariantCulture);
}
