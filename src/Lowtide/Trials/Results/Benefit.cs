using Lowtide.Analysis;
using Lowtide.Analysis.Capacity;
using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Results;

/// <summary>What an arm brings beside what the trial decides: a figure with an interval of its own, and no verdict.</summary>
/// <param name="Name">As documents have it.</param>
/// <param name="Title">As people read it.</param>
/// <param name="Baseline">The median of the baseline runs; null where none gave it, and of what only a pair shows.</param>
/// <param name="Effect">At one minus alpha, for itself: nothing is corrected for how many figures there are.</param>
/// <param name="Why">Why there is none; null where there is.</param>
internal sealed record Benefit(string Name, string Title, Unit Unit, double? Baseline, PairedEffect Effect, string? Why)
{
    /// <summary>See <see cref="RunResult.PeakPssBytes"/>.</summary>
    public const string Peak = "peak_pss_bytes";

    private const string HostMemory = "host_memory_bytes", MoreWorkersName = "more_workers";

    private const string NotRead = "not read in any pair", NotTheServers = "other programs changed it as much as the server";

    /// <summary>A new figure of runs is a line here.</summary>
    private static readonly IReadOnlyList<(string Name, string Title, Unit Unit, EffectScale Scale, Func<RunResult, double?> Of)> OfRuns =
    [
        (Peak, "most memory at once (PSS)", Unit.Bytes, EffectScale.Ratio, run => run.PeakPssBytes),
        (HostMemory, "memory taken from the machine", Unit.Bytes, EffectScale.Difference, run => run.HostActivity?.MemoryTakenBytes),
        ("worker_private_bytes", "private memory a worker", Unit.Bytes, EffectScale.Ratio, run => run.WorkerPrivateBytes),
        ("inherited_kept_share", "inherited memory kept shared", Unit.Share, EffectScale.Difference, run => run.InheritedKeptShare),
        OfMetric("requests_per_second"),
        OfMetric("latency_p50_seconds"),
        OfMetric(TrialMetrics.LatencyP99),
        OfMetric("stop_seconds"),
        ("restart_seconds", "stop and start again", Unit.Seconds, EffectScale.Difference, run => run.Value("stop_seconds") + run.Value("ready_seconds")),
    ];

    /// <summary>A metric that the trial did not test, as the others here are told: by an interval of its own.</summary>
    private static (string Name, string Title, Unit Unit, EffectScale Scale, Func<RunResult, double?> Of) OfMetric(string name)
    {
        var metric = TrialMetrics.Find(name)!;
        return (name, metric.Title, metric.Unit, metric.Scale, run => run.Value(name));
    }

    /// <summary>Where --reload-signal asks for it.</summary>
    private static readonly IReadOnlyList<(string Name, string Title, Unit Unit, EffectScale Scale, Func<RunResult, double?> Of)> OfReloads =
        [("reload_seconds", "time to reload", Unit.Seconds, EffectScale.Difference, run => run.ReloadSeconds)];

    /// <summary>What an arm costs in which the kernel may merge pages: the thread that does so works for nobody's account.</summary>
    private static readonly IReadOnlyList<(string Name, string Title, Unit Unit, EffectScale Scale, Func<RunResult, double?> Of)> OfMerging =
    [
        ("ksmd_cpu_seconds", "ksmd, processor time", Unit.Seconds, EffectScale.Difference, run => run.HostActivity?.KsmdCpuSeconds),
        ("ksmd_core_share", "ksmd, share of a core", Unit.Share, EffectScale.Difference, run => run.HostActivity?.KsmdCpuSeconds / run.HostActivity?.Seconds),
    ];

    private static readonly IReadOnlyList<(string Name, string Title, Func<ProcessorCounts, double, double?> Of)> OfProcessors =
    [
        ("instructions_per_request", "instructions a request", (counts, requests) => counts.Instructions / requests),
        ("cycles_per_request", "cycles a request", (counts, requests) => counts.Cycles / requests),
        ("cache_misses_per_request", "cache misses a request", (counts, requests) => counts.CacheMisses / requests),
        ("instructions_per_cycle", "instructions a cycle", (counts, _) => counts.Instructions / (double?)counts.Cycles),
    ];

    /// <summary>The median of the arm's runs; null as <see cref="Baseline"/>.</summary>
    public double? WithIt { get; init; }

    /// <summary>Of all that there are.</summary>
    public static IEnumerable<string> Names =>
        [.. OfRuns.Concat(OfReloads).Concat(OfMerging).Select(figure => figure.Name), MoreWorkersName, .. OfProcessors.Select(figure => figure.Name)];

    public static IReadOnlyList<Benefit> Of(Arm arm, TrialFacts facts) =>
    [
        .. OfRuns.Concat(facts.Plan.ReloadSignal is null ? [] : OfReloads).Concat(arm.MergesPages ? OfMerging : [])
            .Select(figure => Compared(figure.Name, figure.Title, figure.Unit, figure.Scale, figure.Of, NotRead, arm, facts))
            .Select(benefit => benefit.Name == HostMemory && OthersChanged(benefit, arm, facts) ? benefit with { Why = NotTheServers } : benefit),
        Workers(arm, facts),
        .. OfProcessors.Select(figure => Compared(
            figure.Name, figure.Title, Unit.Count, EffectScale.Ratio,
            run => run is { Processors: { } counts, Requests: > 0 and var requests } ? figure.Of(counts, requests) : null,
            WhyNoCounts(facts), arm, facts)),
    ];

    private static string WhyNoCounts(TrialFacts facts) =>
        facts.Runs.Select(run => run.Processors?.Why).FirstOrDefault(why => why is not null)
        ?? (facts.Runs.Any(run => run.Processors is not null) ? "the load does not tell how many requests were answered" : "not counted in these runs");

    private static Benefit Compared(
        string name, string title, Unit unit, EffectScale scale, Func<RunResult, double?> of, string whyNot, Arm arm, TrialFacts facts)
    {
        var values = PairedValues.Of(of, arm, facts.Blocks);
        var effect = scale == EffectScale.Ratio
            ? PairedEffect.OnRatios(values.Baseline.AsSpan(), values.Arm.AsSpan(), facts.Plan.Alpha)
            : PairedEffect.OnDifferences(values.Baseline.AsSpan(), values.Arm.AsSpan(), facts.Plan.Alpha);
        return new Benefit(
            name, title, unit, Quantile.Median(values.Baseline), effect,
            effect.Estimate is not null ? null : effect.Gap == EffectGap.NotPositive ? "some run has 0, so no change in percent" : whyNot)
        {
            WithIt = Quantile.Median(values.Arm),
        };
    }

    /// <summary>A server cannot give back, or take, more than it has; and it takes what is private to it.</summary>
    private static bool OthersChanged(Benefit benefit, Arm arm, TrialFacts facts) => benefit.Effect.Estimate is { } change
        && (Math.Abs(change) > facts.Blocks.SelectMany(block => new[] { block.Baseline, block[arm] }).Max(run => run.Value(TrialMetrics.Pss))
            || benefit.Baseline < facts.Blocks.Min(block => block.Baseline.Value(TrialMetrics.Private)) / 2);

    /// <summary>From each pair one number: that of none is 0.</summary>
    private static Benefit Workers(Arm arm, TrialFacts facts)
    {
        var more = facts.Blocks.Select(block => More(block.Baseline, block[arm])).OfType<double>().ToArray();
        var effect = PairedEffect.OnDifferences(new double[more.Length], more, facts.Plan.Alpha);
        return new Benefit(MoreWorkersName, "workers that fit into the saving", Unit.Workers, null, effect, effect.Estimate is null ? NotRead : null);
    }

    private static double? More(RunResult baseline, RunResult arm) =>
        baseline.Value(TrialMetrics.Pss) is { } without && arm.Value(TrialMetrics.Pss) is { } with && arm.WorkerPrivateBytes is { } own
            ? MoreWorkers.In(without, with, own)
            : null;
}
