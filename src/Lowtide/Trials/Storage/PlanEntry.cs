using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Ready;

namespace Lowtide.Trials.Storage;

/// <summary>A plan as a trial's file has it.</summary>
internal sealed record PlanEntry
{
    [MinLength(1)]
    public required IReadOnlyList<Arm> Arms { get; init; }

    [MinLength(1)]
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>The words of the command byte by byte, where some are not UTF-8; otherwise null.</summary>
    public required IReadOnlyList<string>? CommandBase64 { get; init; }

    /// <summary>The address of --ready; null where a command says it.</summary>
    public required string? Ready { get; init; }

    /// <summary>The shell command of --ready-command; null where there is an address.</summary>
    public required string? ReadyCommand { get; init; }

    public required string Load { get; init; }

    public required string? Warm { get; init; }

    /// <summary>Requests a second that {rate} stands for; null where nobody asks for it.</summary>
    [Above(0)]
    public required double? Rate { get; init; }

    public required ulong Seed { get; init; }

    [AtLeast(1)]
    public required int? Pairs { get; init; }

    [AtLeast(1)]
    public required int MostPairs { get; init; }

    [AtLeast(1)]
    public required int Looks { get; init; }

    [MetricName]
    public required string Primary { get; init; }

    [MetricName, Above(0)]
    public required IReadOnlyDictionary<string, double> Margins { get; init; }

    [Above(0)]
    public required double Effect { get; init; }

    [Above(0)]
    public required double Alpha { get; init; }

    public required double? SlowSeconds { get; init; }

    [Above(0)]
    public required double ReadyTimeoutSeconds { get; init; }

    [Above(0)]
    public required double LoadTimeoutSeconds { get; init; }

    [Above(0)]
    public required double StopGraceSeconds { get; init; }

    /// <summary>How long memory is watched after the load at most.</summary>
    [Above(0)]
    public required double SettleSeconds { get; init; }

    [AtLeast(1)]
    public required int StopSignal { get; init; }

    /// <summary>That has the server replace its workers; null where no reload is tried.</summary>
    [AtLeast(1)]
    public required int? ReloadSignal { get; init; }

    public static PlanEntry Of(TrialPlan plan) => new()
    {
        Arms = plan.Arms,
        Command = plan.Command.Text,
        CommandBase64 = plan.Command.Text.Any(word => word.Contains('\ufffd')) ? [.. plan.Command.Words.Select(Convert.ToBase64String)] : null,
        Ready = plan.Ready.Url?.OriginalString,
        ReadyCommand = (plan.Ready as ReadySign.Command)?.Line,
        Load = plan.Load,
        Warm = plan.Warm,
        Rate = plan.Rate,
        Seed = plan.Seed,
        Pairs = plan.Pairs,
        MostPairs = plan.MostPairs,
        Looks = plan.Looks,
        Primary = plan.Primary,
        Margins = plan.Margins,
        Effect = plan.Effect,
        Alpha = plan.Alpha,
        SlowSeconds = plan.SlowSeconds,
        ReadyTimeoutSeconds = plan.ReadyTimeout.TotalSeconds,
        LoadTimeoutSeconds = plan.LoadTimeout.TotalSeconds,
        StopGraceSeconds = plan.StopGrace.TotalSeconds,
        SettleSeconds = plan.Settle.TotalSeconds,
        StopSignal = plan.StopSignal,
        ReloadSignal = plan.ReloadSignal,
    };

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
