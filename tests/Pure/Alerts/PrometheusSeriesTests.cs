using System.Globalization;
using System.Text;
using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Alerts;

namespace Lowtide.Tests.Pure.Alerts;

/// <summary>
/// packaging/prometheus/tests/made-up.yaml: figures of made-up servers around the minute in which an alert is raised, and that Prometheus is to raise it in the
/// same minute by its rule. promtool holds Prometheus to it (PrometheusMixinTests).
/// </summary>
public sealed class PrometheusSeriesTests
{
    private const string Path = "packaging/prometheus/tests/made-up.yaml";

    private const int StepMinutes = 5, StepsBefore = 12, StepsAfter = 12, MostSeeds = 40;

    private const double GrowthEvery = 86_400, ResidentEvery = 1200;

    /// <summary>By which kind of server each is raised. A kill, a guard and a saving are no figures of these: studies.yaml has them.</summary>
    private static readonly Dictionary<string, Fault> OfFamily = new()
    {
        ["memory-limit-near"] = Fault.TightLimit,
        ["memory-full-soon"] = Fault.FastLeak,
        ["memory-leaks"] = Fault.Leak,
        ["memory-fragments"] = Fault.Fragments,
        ["sharing-lost"] = Fault.SharingLost,
        ["memory-above-usual"] = Fault.Step,
        ["workers-end-often"] = Fault.Crashes,
    };

    private static readonly Dictionary<string, DotNetFault> OfDotNet = new()
    {
        ["pauses-long"] = DotNetFault.Pauses,
        ["pauses-regular"] = DotNetFault.RegularPauses,
        ["collections-induced"] = DotNetFault.Induced,
        ["gen2-above-usual"] = DotNetFault.Gen2,
        ["large-objects-above-usual"] = DotNetFault.LargeObjects,
        ["gen2-collections-above-usual"] = DotNetFault.Gen2Collections,
    };

    [Fact]
    public void What_is_checked_in_is_what_the_alerts_do()
    {
        var text = new StringBuilder("""
            # Written by PrometheusSeriesTests: figures of made-up servers, and the minutes in which Lowtide raises an alert and takes it back.
            rule_files: [../lowtide.rules.yaml]
            evaluation_interval: 1m
            tests:

            """);
        foreach (var rule in AlertRules.All.Where(rule => OfFamily.ContainsKey(rule.Id) || OfDotNet.ContainsKey(rule.Id)))
            text.Append(Test(rule));
        var now = text.ToString();
        Assert.True(now == Golden.Text(Path, now), $"{Path} is not what the alerts do. {Golden.Renew}");
    }

    private static string Test(AlertRule rule)
    {
        var course = Enumerable.Range(0, MostSeeds).Select(seed => Course(rule, (ulong)(7_000_000 + seed))).FirstOrDefault(course => course is not null)
            ?? throw new InvalidOperationException($"none of {MostSeeds} servers shows {rule.Id}");
        var name = PrometheusRules.Name(rule);
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $$"""
              - name: {{rule.Id}}
                interval: 1m
                input_series:
                  - series: '{{rule.Figure.Metric}}{job="lowtide", instance="shop:9923", family="uwsgi"}'
                    values: '{{string.Join(' ', course.Select(step => Held(step.Value)))}}'
                promql_expr_test:

            """);
        var raised = course.SelectMany(step => step.Raised).ToList();
        var turns = Enumerable.Range(1, raised.Count - 1).Where(minute => raised[minute] != raised[minute - 1]);
        foreach (var minute in turns.SelectMany(turn => new[] { turn - 1, turn }).Append(raised.Count - 1).Distinct())
            text.Append(CultureInfo.InvariantCulture, $$"""
                      - expr: count(ALERTS{alertname="{{name}}", alertstate="firing"}) or vector(0)
                        eval_time: {{minute}}m
                        exp_samples: [{labels: '{}', value: {{(raised[minute] ? 1 : 0)}}}]

                """);
        return text.ToString();
    }

    /// <summary>A figure for as long as a step, in as many digits as every processor's library agrees on; promtool knows no infinity beside a count.</summary>
    private static string Held(double? value) => value is not { } known ? $"_x{StepMinutes}"
        : double.IsPositiveInfinity(known) ? string.Join(' ', Enumerable.Repeat("Inf", StepMinutes))
        : string.Create(CultureInfo.InvariantCulture, $"{known:G6}x{StepMinutes - 1}");

    /// <returns>From an hour before it is raised on; null where it is not raised in time, or its figure is not known after it was.</returns>
    private static List<Step>? Course(AlertRule rule, ulong seed)
    {
        var (steps, book) = (new List<Step>(), new AlertBook());
        var end = int.MaxValue;
        foreach (var (at, facts) in OfFamily.TryGetValue(rule.Id, out var fault) ? Steps(fault, seed) : Steps(OfDotNet[rule.Id], seed))
        {
            // Prometheus asks each minute, and hears the same until the next step.
            var minutes = Enumerable.Range(0, StepMinutes).Select(minute => at + TimeSpan.FromMinutes(minute))
                .Select(minute => book.Take(facts, minute, DateTimeOffset.UnixEpoch + minute).First(alert => alert.Rule == rule))
                .ToList();
            steps.Add(new Step(rule.Figure.Of(facts), [.. minutes.Select(alert => alert.State == AlertState.Raised)]));
            if (end == int.MaxValue && steps[^1].Raised[^1])
                end = steps.Count + StepsAfter;
            if (steps.Count == end)
                break;
        }
        var course = steps.TakeLast(StepsBefore + StepsAfter + 1).ToList();
        // What was beyond the threshold before its first minute would be so since then.
        return steps.Count == end && course.Count == StepsBefore + StepsAfter + 1
            && course.Skip(StepsBefore).All(step => step.Value is not null)
            && !(course[0].Value is { } first && rule.IsRaised(first)) ? course : null;
    }

    private static IEnumerable<(TimeSpan At, AlertFacts Facts)> Steps(Fault fault, ulong seed)
    {
        var (trend, growth, resident) = (new FamilyTrend(), (FamilyGrowth?)null, new List<Analysis.Growth.GrowthPoint>());
        var days = fault == Fault.Step ? 20 : fault is Fault.Leak or Fault.Fragments ? 8 : 4;
        foreach (var (point, bytes, life) in new SimulatedFamily(fault, seed, days).Steps())
        {
            var at = point.At.TotalSeconds;
            trend.Add(point);
            if (at % ResidentEvery == 0)
                resident.Add(new Analysis.Growth.GrowthPoint(at, bytes, life));
            if (at > 0 && at % GrowthEvery == 0)
                growth = AlertScoreTests.Judge(resident, fault == Fault.Fragments);
            yield return (point.At, new AlertFacts(trend, growth, null));
        }
    }

    private static IEnumerable<(TimeSpan At, AlertFacts Facts)> Steps(DotNetFault fault, ulong seed)
    {
        var trend = new FamilyTrend();
        foreach (var (at, point) in new SimulatedDotNet(fault, seed, fault >= DotNetFault.LargeObjects ? 20 : 4).Steps())
        {
            trend.Add(new FamilyPoint(at) { DotNet = point });
            yield return (at, new AlertFacts(trend, null, null));
        }
    }

    /// <param name="Raised">Minute by minute.</param>
    private sealed record Step(double? Value, IReadOnlyList<bool> Raised);
}
