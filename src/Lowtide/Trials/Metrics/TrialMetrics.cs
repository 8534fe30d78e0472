using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Recordings;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Metrics;

/// <summary>One thing that every run is measured by.</summary>
/// <param name="Name">As options and documents have it.</param>
/// <param name="Title">As people read it.</param>
/// <param name="Margin">The largest change still called the same: a fraction for ratios, else in the unit.</param>
/// <param name="WhyUnread">For a run that did not give it: why, and what to do about it.</param>
internal sealed record TrialMetric(
    string Name,
    string Title,
    Unit Unit,
    EffectScale Scale,
    BetterWhen BetterWhen,
    double Margin,
    Func<MeasuredRun, double?> Of,
    Func<MeasuredRun, string> WhyUnread)
{
    /// <summary>Of an effect on it.</summary>
    public Unit EffectUnit => Scale == EffectScale.Ratio ? Unit.Change : Unit.OfDifference();
}

/// <summary>The metrics of a trial. A new one is a line here.</summary>
internal static class TrialMetrics
{
    public const string Pss = "pss_bytes", Private = "private_bytes", LatencyP99 = "latency_p99_seconds", Default = Pss;

    private const double Memory = 0.01, Time = 0.05;

    public static readonly IReadOnlyList<TrialMetric> All =
    [
        new(Pss, "memory (PSS)", Unit.Bytes, EffectScale.Ratio, BetterWhen.Lower, Memory,
            run => run.Steady?.PssBytes ?? (run.Recording.Latest.PssBytes + run.Beside.PssBytes), NotRead),
        new(Private, "private memory", Unit.Bytes, EffectScale.Ratio, BetterWhen.Lower, Memory,
            run => run.Steady is { } steady ? steady.PrivateBytes : run.Recording.Latest.PrivateBytes + run.Beside.PrivateBytes, NotRead),
        new("inherited_shared_bytes", "inherited, still shared", Unit.Bytes, EffectScale.Ratio, BetterWhen.Higher, Memory,
            run => Inherited(run.Recording.Latest), NotInherited),
        new("requests_per_second", "requests per second", Unit.PerSecond, EffectScale.Ratio, BetterWhen.Higher, Time,
            run => run.Load.RequestsPerSecond, NotTold),
        new("latency_p50_seconds", "latency p50", Unit.Seconds, EffectScale.Ratio, BetterWhen.Lower, Time, run => run.Load.P50Seconds, NotTold),
        new(LatencyP99, "latency p99", Unit.Seconds, EffectScale.Ratio, BetterWhen.Lower, Time, run => run.Load.P99Seconds, NotTold),
        // Shares are often 0 in both arms, which no ratio can say; the margin is one request in a hundred.
        new("slow_share", "slow requests", Unit.Share, EffectScale.Difference, BetterWhen.Lower, 0.01, run => run.Load.SlowShare, NotTold),
        new("ready_seconds", "time until ready", Unit.Seconds, EffectScale.Ratio, BetterWhen.Lower, Time, run => run.ReadySeconds, NotRead),
        // uWSGI's master looks for its workers' ends once a second, so that stops come in whole seconds: differences,
        // with ties, and a margin of one such step.
        new("stop_seconds", "time to stop", Unit.Seconds, EffectScale.Difference, BetterWhen.Lower, 1, run => run.StopSeconds, NotRead),
        // Of .NET. A share is often near 0, and a run has few full collections: differences.
        new("gc_pause_share", "time in GC pauses", Unit.Share, EffectScale.Difference, BetterWhen.Lower, 0.005, run => run.Pauses?.Share, NotPaused),
        new("gc_pause_p99_seconds", "GC pause p99", Unit.Seconds, EffectScale.Ratio, BetterWhen.Lower, Time, run => run.Pauses?.P99Seconds, NotPaused),
        new("gc_pause_max_seconds", "longest GC pause", Unit.Seconds, EffectScale.Ratio, BetterWhen.Lower, Time, run => run.Pauses?.LongestSeconds, NotPaused),
        new("full_collections", "full collections", Unit.Count, EffectScale.Difference, BetterWhen.Lower, 1, run => run.Pauses?.FullCollections, NotPaused),
    ];

    public static string Names { get; } = string.Join(", ", All.Select(metric => metric.Name));

    public static TrialMetric? Find(string name) => All.FirstOrDefault(metric => metric.Name == name);

    private static string NotTold(MeasuredRun run) => "the output of --load does not tell it ('lowtide load', hey and 'wrk --latency' do)";

    private static string NotPaused(MeasuredRun run) => run.NoPauses ?? "it did not collect while it was loaded";

    private static string NotInherited(MeasuredRun run) =>
        run.Recording.Latest.Workers.Count == 0 ? "the server has no forked workers" : NotRead(run);

    private static string NotRead(MeasuredRun run) =>
        run.Recording.CouldNotRead is [var first, ..] ? $"{first.What}: {first.Why}" : "the server ended meanwhile";

    private static double? Inherited(FamilySnapshot family) =>
        family.Workers.Count > 0 && family.Workers.All(worker => worker.Census is not null)
            ? family.Workers.Sum(worker => worker.Census!.Tally.InheritedSharedBytes)
            : null;
}
