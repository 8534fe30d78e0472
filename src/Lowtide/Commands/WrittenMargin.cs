using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Statistics.Effects;
using Lowtide.Trials.Metrics;

namespace Lowtide.Commands;

/// <summary>Numbers that a user writes for a margin or an effect.</summary>
internal static class WrittenMargin
{
    /// <summary>"5%" or "0.05".</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static double Parse(string option, string text)
    {
        var percent = text.EndsWith('%');
        if (!TryNumber(percent ? text[..^1] : text, out var value))
            throw Failure.Wrong($"{option} takes a share such as 5% or 0.05, not '{text}'");
        var share = percent ? value / 100 : value;
        return share is > 0 and < 1
            ? share
            : throw Failure.Wrong($"{option} takes a share above 0 and below 100%, not '{text}'"
                + (!percent && value is >= 1 and < 100 ? $": write {text}%" : ""));
    }

    /// <summary>A margin of <paramref name="metric"/>: a share, but seconds where seconds are subtracted.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static double ParseMargin(string option, string text, TrialMetric metric)
    {
        if (metric is not { Scale: EffectScale.Difference, Unit: var unit } || unit == Unit.Share)
            return Parse(option, text);
        return TryNumber(text, out var value) && value > 0
            ? value
            : throw Failure.Wrong($"{option} of {metric.Name} takes a number of {metric.Unit} such as 0.5, not '{text}'");
    }

    /// <summary>"1%" for the primary metric, "METRIC=1%" for any, each at most once.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static IReadOnlyDictionary<string, double> ParseMargins(string option, IEnumerable<string> texts, string primary)
    {
        var margins = new Dictionary<string, double>();
        foreach (var text in texts)
        {
            var (name, value) = text.Split('=', 2) is [var named, var margin] ? (named, margin) : (primary, text);
            var metric = TrialMetrics.Find(name)
                ?? throw Failure.Wrong($"{option}: no metric '{name}'; there are {TrialMetrics.Names}");
            if (!margins.TryAdd(name, ParseMargin(option, value, metric)))
                throw Failure.Wrong($"{option} of {name} is given twice: name one");
        }
        return margins;
    }

    private static bool TryNumber(string text, out double value) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out value) && double.IsFinite(value);
}
