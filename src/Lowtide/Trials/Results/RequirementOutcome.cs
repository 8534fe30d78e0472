using Lowtide.Analysis.Statistics.Verdicts;

namespace Lowtide.Trials.Results;

/// <summary>What became of a requirement in one arm.</summary>
/// <param name="Found">Null where no run gave the metric.</param>
internal sealed record RequirementOutcome(Requirement Requirement, ArmResult Arm, MetricResult? Found)
{
    /// <summary>"not measured" is no verdict, so no data never pass.</summary>
    public string Actual => Found is { } found ? VerdictNames.Of(found.Verdict.Verdict) : "not measured";

    public bool Holds => Requirement.Verdict == Requirement.NotWorse ? Found is { Verdict.IsNotWorse: true } : Actual == Requirement.Verdict;

    /// <summary>It does not hold and is not refuted either: more pairs might show it.</summary>
    public bool IsUnclear => !Holds && Found is null or { Verdict.Verdict: Verdict.Undecided };

    /// <summary>As --require takes it: "better:pss_bytes@gc", also where it was asked of every arm.</summary>
    public string Name => (Requirement with { Arm = Arm.Arm.Name }).ToString();
}
