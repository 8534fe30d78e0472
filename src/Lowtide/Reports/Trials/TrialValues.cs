using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Trials;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>A trial's numbers as people read them, the same in every culture.</summary>
internal static class TrialValues
{
    private const int MostPairsTold = 100;

    public static string Of(double? value, TrialMetric metric) => Of(value, metric.Unit);

    public static string Of(double? value, Unit unit) => value is { } known ? unit.Text(known) : "-";

    /// <param name="effect">A ratio, or a difference in the metric's unit.</param>
    public static string Change(double? effect, TrialMetric metric) => Change(effect, metric.Scale, metric.Unit);

    private static string Change(double? effect, EffectScale scale, Unit unit) => effect is not { } value ? "-"
        : scale == EffectScale.Ratio ? Unit.Change.Text(value - 1)
        : (value > 0 && !unit.OfDifference().WithPlus ? "+" : "") + unit.OfDifference().Text(value);

    public static string Change(Benefit benefit) => Change(benefit.Effect.Estimate, benefit.Effect.Scale, benefit.Unit);

    public static string? Interval(MetricResult metric) => Interval(metric.Verdict.Effect, metric.Metric.Unit);

    public static string? Interval(Benefit benefit) => Interval(benefit.Effect, benefit.Unit);

    private static string? Interval(PairedEffect effect, Unit of) => effect.Interval is { } interval
        ? Unit.Between(Change(interval.Low, effect.Scale, of), Change(interval.High, effect.Scale, of))
        : null;

    public static string Margin(TrialMetric metric) =>
        metric.Scale == EffectScale.Ratio ? Text(metric.Margin, "0.##%") : Absolute(metric.Margin, metric);

    public static string Detectable(double change, TrialMetric metric) =>
        metric.Scale == EffectScale.Ratio ? Unit.Share.Text(change) : Absolute(change, metric);

    /// <summary>A difference in either direction.</summary>
    private static string Absolute(double difference, TrialMetric metric) => metric.Unit.OfDifference().Text(difference).TrimStart('+');

    public static string Percent(double share) => Text(share, "0.##%");

    public static string Pairs(int pairs) => pairs == 1 ? "1 pair" : $"{Count(pairs)} pairs";

    /// <summary>A number beyond what anybody runs says no more than that it is beyond.</summary>
    public static string PairsNeeded(int pairs) => pairs > MostPairsTold ? $"more than {MostPairsTold}" : $"about {pairs}";

    /// <summary>Blocks, in the user's words: with one arm beside the baseline they are pairs.</summary>
    public static string Starts(int pairs, TrialPlan plan) => plan.Arms.Count == 1
        ? $"{Pairs(pairs)} of server starts"
        : $"{Count(pairs)} {(pairs == 1 ? "start" : "starts")} of each";

    public static string Saving(Saving predicted) => predicted.LowBytes == 0
        ? $"at most {Amount.Bytes(predicted.HighBytes)}"
        : Amount.Range(predicted.LowBytes, predicted.HighBytes);

    /// <summary>In whole units, as nobody plans by the second.</summary>
    public static string Span(double seconds) => seconds switch
    {
        < 100 => Text(seconds, "0") + " s",
        < 100 * 60 => Text(seconds / 60, "0") + " min",
        _ => Text(seconds / 3600, "0") + " h",
    };

    public static string Rate(double perSecond) => Text(perSecond, perSecond < 10 ? "0.0" : "#,0") + "/s";

    public static string Count(long number) => Text(number, "#,0");

    private static string Text(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);
}
