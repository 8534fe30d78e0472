using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Storage;

/// <summary>A plan as a trial's file has it.</summary>
/// <param name="CommandBase64">The words of the command byte by byte, where some are not UTF-8; otherwise null.</param>
/// <param name="Ready">The address of --ready; null where a command says it.</param>
/// <param name="ReadyCommand">The shell command of --ready-command; null where there is an address.</param>
/// <param name="Rate">Requests a second that {rate} stands for; null where nobody asks for it.</param>
/// <param name="SettleSeconds">How long memory is watched after the load at most.</param>
/// <param name="ReloadSignal">That has the server replace its workers; null where no reload is tried.</param>
internal sealed record PlanEntry(
    [MinLength(1)] IReadOnlyList<Arm> Arms,
    [MinLength(1)] IReadOnlyList<string> Command,
    IReadOnlyList<string>? CommandBase64,
    string? Ready,
    string? ReadyCommand,
    string Load,
    string? Warm,
    [Above(0)] double? Rate,
    ulong Seed,
    [AtLeast(1)] int? Pairs,
    [AtLeast(1)] int MostPairs,
    [AtLeast(1)] int Looks,
    [MetricName] string Primary,
    [MetricName, Above(0)] IReadOnlyDictionary<string, double> Margins,
    [Above(0)] double Effect,
    [Above(0)] double Alpha,
    double? SlowSeconds,
    [Above(0)] double ReadyTimeoutSeconds,
    [Above(0)] double LoadTimeoutSeconds,
    [Above(0)] double StopGraceSeconds,
    [Above(0)] double SettleSeconds,
    [AtLeast(1)] int StopSignal,
    [AtLeast(1)] int? ReloadSignal)
{
    public static PlanEntry Of(TrialPlan plan) => new(
        plan.Arms,
        plan.Command.Text,
        plan.Command.Text.Any(word => word.Contains('\ufffd')) ? [.. plan.Command.Words.Select(Convert.ToBase64String)] : null,
        plan.Ready.Url?.OriginalString,
        (plan.Ready as ReadySign.Command)?.Line,
        plan.Load,
        plan.Warm,
        plan.Rate,
        plan.Seed,
        plan.Pairs,
        plan.MostPairs,
        plan.Looks,
        plan.Primary,
        plan.Margins,
        plan.Effect,
        plan.Alpha,
        plan.SlowSeconds,
        plan.ReadyTimeout.TotalSeconds,
        plan.LoadTimeout.TotalSeconds,
        plan.StopGrace.TotalSeconds,
        plan.Settle.TotalSeconds,
        plan.StopSignal,
        plan.ReloadSignal);

    /// <exception cref="FormatException">It is no plan that this version can follow; the message says why.</exception>
    public TrialPlan ToPlan()
    {
        if (Arms.SelectMany(arm => arm.Remedies).FirstOrDefault(id => RemedyCatalogue.Find(id) is null) is { } unknown)
            throw new FormatException($"this version knows no remedy '{unknown}'");
        if (Margins.Keys.Append(Primary).FirstOrDefault(name => TrialMetrics.Find(name) is null) is { } metric)
            throw new FormatException($"this version knows no metric '{metric}'");
        if (Arms.Count == 0 || Arms.Any(arm => arm.IsBaseline) || Command.Count == 0)
            throw new FormatException("it has no command, or no arms beside the baseline");
        // Before they become spans: a TimeSpan cannot hold every number.
        if (!new[] { ReadyTimeoutSeconds, LoadTimeoutSeconds, StopGraceSeconds }.All(TrialPlan.IsTimeout))
            throw new FormatException("its plan makes no sense: a timeout takes a number of seconds from 1 on");
        if (!TrialPlan.IsSettle(SettleSeconds))
            throw new FormatException("its plan makes no sense: memory settles for up to 3600 s");
        if (Ready is null == ReadyCommand is null)
            throw new FormatException("it does not say by which sign its server is ready");
        var plan = new TrialPlan
        {
            Arms = Arms,
            Command = CommandBase64 is { } words ? new TargetCommand([.. words.Select(Convert.FromBase64String)]) : TargetCommand.Of([.. Command]),
            Ready = Ready is not null ? new ReadySign.Address(new Uri(Ready)) : new ReadySign.Command(ReadyCommand!),
            Load = Load,
            Warm = Warm,
            Rate = Rate,
            Seed = Seed,
            Pairs = Pairs,
            MostPairs = MostPairs,
            Looks = Looks,
            Primary = Primary,
            Margins = Margins,
            Effect = Effect,
            Alpha = Alpha,
            SlowSeconds = SlowSeconds,
            ReadyTimeout = TimeSpan.FromSeconds(ReadyTimeoutSeconds),
            LoadTimeout = TimeSpan.FromSeconds(LoadTimeoutSeconds),
            StopGrace = TimeSpan.FromSeconds(StopGraceSeconds),
            Settle = TimeSpan.FromSeconds(SettleSeconds),
            StopSignal = StopSignal,
            ReloadSignal = ReloadSignal,
        };
        return plan.WhyNot() is { } why ? throw new FormatException($"its plan makes no sense: {why}") : plan;
    }
}
