using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Metrics;

namespace Lowtide.Trials.Past;

/// <summary>One arm of the same trial on several classes of machines.</summary>
internal sealed record CombinedArm(string Arm, TrialMetric Metric, CombinedVerdict Verdict)
{
    /// <exception cref="Failure">They are not the same trial.</exception>
    public static IReadOnlyList<CombinedArm> Of(IReadOnlyList<PastTrial> trials)
    {
        var first = trials[0];
        foreach (var other in trials.Skip(1))
            if (Difference(first.Facts.Plan, other.Facts.Plan) is { } difference)
                throw Failure.Wrong($"{first.Kept.Path} and {other.Kept.Path} are not the same trial: they differ in {difference}");
        var names = trials.Select(trial => MachineClass.Of(trial.Kept.Header.Host)).ToList();
        var classes = trials.Zip(names, (trial, name) =>
            (Trial: trial, Name: names.Count(each => each == name) > 1 ? $"{name} ({Path.GetFileName(trial.Kept.Path)})" : name)).ToList();
        return [.. first.Facts.Plan.Arms.Select((arm, index) => new CombinedArm(
            arm.Name,
            first.Facts.Plan.PrimaryMetric,
            CombinedVerdict.Of(
                [.. classes.Select(one => new ClassVerdict(
                    one.Name, one.Trial.IsComplete ? one.Trial.Result!.Arms[index].Primary.Verdict : null))],
                first.Facts.Plan.PrimaryMetric.BetterWhen)))];
    }

    private static string? Difference(TrialPlan one, TrialPlan other) =>
        Texts(one).Zip(Texts(other)).FirstOrDefault(pair => pair.First.Value != pair.Second.Value).First.What;

    private static IEnumerable<(string What, string Value)> Texts(TrialPlan plan) =>
    [
        ("their arms", string.Join('\n', plan.Arms.Select(arm => $"{arm.Name}={arm}"))),
        ("the command", string.Join('\0', plan.Command.Text)),
        ("--load", plan.Load),
        ("--primary", plan.Primary),
        ("--margin", FormattableString.Invariant($"{plan.PrimaryMetric.Margin}")),
        ("--alpha", FormattableString.Invariant($"{plan.Alpha}")),
    ];
}
