using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Planning;
using Lowtide.Launch;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials;

/// <summary>What the user asked a trial to do; checked, so that the trial itself cannot be called wrongly.</summary>
internal sealed record TrialPlan
{
    public const double UsualAlpha = 0.05;

    public static readonly TimeSpan UsualSettle = TimeSpan.FromSeconds(10);

    private const int MostArms = 8, MostPairsEver = 60;

    /// <summary>What is held against the baseline, in the order named.</summary>
    public required IReadOnlyList<Arm> Arms { get; init; }

    /// <summary>The server, of the baseline and of every arm that has no command of its own.</summary>
    public required TargetCommand Command { get; init; }

    public required ReadySign Ready { get; init; }

    /// <summary>A shell command; {url} in it stands for the address of <see cref="Ready"/>. It must send a counted number of requests, so
    /// that every arm serves the same ones.</summary>
    public required string Load { get; init; }

    /// <summary>Requests a second that {rate} stands for in <see cref="Load"/> and <see cref="Warm"/>: every arm has the same,
    /// and so has a resumed trial. Null where it has not been found, or nobody asks for it.</summary>
    public double? Rate { get; init; }

    public bool NeedsRate => Rate is null && (ShellLoad.AsksForRate(Load) || ShellLoad.AsksForRate(Warm));

    /// <summary>As <see cref="Load"/>, before it and not measured; null for Lowtide's own few requests, where there is an address.</summary>
    public required string? Warm { get; init; }

    /// <summary>Decides the order within each block.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Blocks: starts of each arm. Null: as many as the pilot's variance asks for, up to <see cref="MostPairs"/>.</summary>
    public required int? Pairs { get; init; }

    public required int MostPairs { get; init; }

    /// <summary>At how many numbers of blocks, the last among them, the trial may decide; 1: at its end only.</summary>
    public required int Looks { get; init; }

    public required string Primary { get; init; }

    /// <summary>By metric, in the place of its own: a fraction for ratios, else in its unit.</summary>
    public required IReadOnlyDictionary<string, double> Margins { get; init; }

    /// <summary>The change of the primary metric that must not be missed, as a fraction; a metric that is compared by
    /// differences takes its margin for it.</summary>
    public required double Effect { get; init; }

    /// <summary>The chance of a false claim that is allowed, over all arms.</summary>
    public required double Alpha { get; init; }

    /// <summary>Requests that take longer are slow; null: no such metric.</summary>
    public required double? SlowSeconds { get; init; }

    public required TimeSpan ReadyTimeout { get; init; }

    public required TimeSpan LoadTimeout { get; init; }

    public required TimeSpan StopGrace { get; init; }

    /// <summary>How long memory is watched after the load at most; less where it is flat sooner.</summary>
    public TimeSpan Settle { get; init; } = UsualSettle;

    /// <summary>That asks a server to end.</summary>
    public required int StopSignal { get; init; }

    /// <summary>That asks a server to replace its workers; null where nobody wants to know how long that takes.</summary>
    public int? ReloadSignal { get; init; }

    /// <summary>The baseline first.</summary>
    public IEnumerable<Arm> AllArms => Arms.Prepend(Arm.Baseline);

    /// <summary>Every metric with the margin that counts in this trial.</summary>
    public IEnumerable<TrialMetric> Metrics => TrialMetrics.All.Select(metric =>
        Margins.TryGetValue(metric.Name, out var margin) ? metric with { Margin = margin } : metric);

    public TrialMetric PrimaryMetric => Metrics.Single(metric => metric.Name == Primary);

    /// <summary>Without looks it runs all that were planned, whatever they show.</summary>
    public TrialDesign Design => new(Arms.Count, Pairs, MostPairs, Looks, Effect, Alpha, Seed, Futility: Looks > 1);

    /// <summary>A timeout that a plan may have; NaN is none.</summary>
    public static bool IsTimeout(double seconds) => seconds is >= 1 and <= 1_000_000;

    /// <summary>A time in which memory may settle; NaN is none.</summary>
    public static bool IsSettle(double seconds) => seconds is > 0 and <= 3600;

    /// <summary>Null if a trial can follow it; otherwise why not, on one line: of a call and of a file the same.</summary>
    public string? WhyNot() => this switch
    {
        _ when Arms.CountBy(arm => arm.Name).FirstOrDefault(name => name.Value > 1).Key is { } twice =>
            $"two arms are named {twice}: give each a name of its own",
        { Arms.Count: > MostArms } =>
            $"at most {MostArms} arms, not {Arms.Count}: each needs as many starts as the baseline, and all share alpha",
        { Ready.Url: null } when ShellLoad.AsksForUrl(Load) || ShellLoad.AsksForUrl(Warm) =>
            "{url} stands for the address of --ready: name one, or a load that knows its server",
        { Ready.Url: null, NeedsRate: true } => "the rate for {rate} is found by requests to the address of --ready: name one, or a rate",
        { Primary: "slow_share", SlowSeconds: null } => "slow_share needs --slow TIME",
        { SlowSeconds: { } slow } when !(slow > 0 && double.IsFinite(slow)) =>
            "--slow takes a time above 0, such as 100ms",
        _ when !IsSettle(Settle.TotalSeconds) => "--settle takes a time up to 1h",
        { Pairs: < 1 or > 1000 } => "--pairs takes a number from 1 to 1000",
        { MostPairs: < PairsFromPilot.Least or > MostPairsEver } =>
            $"--most-pairs takes a number from {PairsFromPilot.Least} to {MostPairsEver}",
        { Looks: < 1 or > 10 } => "--looks takes a number from 1 to 10",
        { Alpha: not (>= 0.0001 and <= 0.5) } => "--alpha takes a share from 0.01% to 50%",
        { Effect: not (> 0 and < 1) } => "--effect takes a share above 0 and below 100%",
        _ when Margins.Values.Any(margin => !(margin > 0 && double.IsFinite(margin))) => "--margin takes a number above 0",
        { Pairs: null } when Design.PilotPairs is var least && least > MostPairs =>
            $"no claim at this --alpha with {Amount.Count(Arms.Count, "arm")} is possible under {least} pairs: "
            + "raise --most-pairs",
        _ => null,
    };
}
