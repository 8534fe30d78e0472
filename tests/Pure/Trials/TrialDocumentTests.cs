using System.Globalization;
using System.Text.Json;
using Lowtide.Reports;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Metrics;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>lowtide/trial/1 as it was promised: names, order, signs, and null for what was not read.</summary>
public sealed class TrialDocumentTests
{
    [Fact]
    public async Task It_has_the_promised_shape()
    {
        var root = await WrittenAsync(8);
        Assert.Equal(["schema", "seed", "pairs", "alpha", "primary", "arms", "runs", "failed_runs", "file", "pairs_planned", "ended"], Names(root));
        Assert.Equal("lowtide/trial/1", root.GetProperty("schema").GetString());
        Assert.Equal((1, 8, 0.05), (root.GetProperty("seed").GetInt32(), root.GetProperty("pairs").GetInt32(), root.GetProperty("alpha").GetDouble()));
        Assert.Equal("pss_bytes", root.GetProperty("primary").GetString());

        var arm = Assert.Single(root.GetProperty("arms").EnumerateArray());
        Assert.Equal(
            ["name", "sets", "took_effect", "predicted_saving_bytes", "measured_saving_bytes", "prediction_held", "memory_settled", "metrics",
                "verdict_undisturbed", "brings", "worker_limit"],
            Names(arm));
        Assert.Equal(MadeTrials.Remedy, arm.GetProperty("name").GetString());
        Assert.True(arm.GetProperty("took_effect").GetBoolean());
        Assert.Equal($$"""{"low":0,"high":{{64 * MadeTrials.MiB}}}""", Compact(arm.GetProperty("predicted_saving_bytes")));
        Assert.Equal(
            $$"""{"estimate":{{20 * MadeTrials.MiB}},"low":{{20 * MadeTrials.MiB}},"high":{{20 * MadeTrials.MiB}}}""",
            Compact(arm.GetProperty("measured_saving_bytes")));
    }

    [Fact]
    public async Task Every_estimate_is_arm_minus_baseline_in_the_unit()
    {
        var metrics = (await WrittenAsync(8)).GetProperty("arms")[0].GetProperty("metrics");
        Assert.Equal(
            $$"""{"name":"pss_bytes","unit":"bytes","baseline":{{100 * MadeTrials.MiB}},"estimate":{{-20 * MadeTrials.MiB}},"low":{{-20 * MadeTrials.MiB}}"""
                + $$""","high":{{-20 * MadeTrials.MiB}},"ratio":0.8,"ratio_low":0.8,"ratio_high":0.8,"margin":0.01,"pairs_needed":8,"detectable_change":0"""
                + ""","verdict":"better","tested":true}""",
            Compact(Rounded(metrics[0])));
        // Behind requests a second, which do not move: three seconds more are shown and not claimed.
        var stop = metrics.EnumerateArray().Single(metric => metric.GetProperty("name").GetString() == "stop_seconds");
        Assert.Equal(
            """{"name":"stop_seconds","unit":"seconds","baseline":2,"estimate":3,"low":3,"high":3,"ratio":null,"ratio_low":null,"ratio_high":null"""
                + ""","margin":1,"pairs_needed":9,"detectable_change":0,"verdict":"undecided","tested":false}""",
            Compact(stop));
    }

    /// <summary>No request was slow or fast: nobody said from where on.</summary>
    [Fact]
    public async Task A_metric_that_no_run_gave_is_null_and_not_absent()
    {
        var metrics = (await WrittenAsync(8)).GetProperty("arms")[0].GetProperty("metrics").EnumerateArray().ToList();
        Assert.Equal(TrialMetrics.All.Select(metric => metric.Name).Order(), metrics.Select(metric => metric.GetProperty("name").GetString()).Order());
        Assert.Equal(
            """{"name":"slow_share","unit":"1","baseline":null,"estimate":null,"low":null,"high":null,"ratio":null,"ratio_low":null"""
                + ""","ratio_high":null,"margin":0.01,"pairs_needed":null,"detectable_change":null,"verdict":"undecided","tested":false}""",
            Compact(metrics.Single(metric => metric.GetProperty("name").GetString() == "slow_share")));
    }

    [Fact]
    public async Task With_too_few_pairs_the_ends_are_null()
    {
        var root = await WrittenAsync(2);
        var pss = root.GetProperty("arms")[0].GetProperty("metrics")[0];
        Assert.Equal("undecided", pss.GetProperty("verdict").GetString());
        foreach (var end in new[] { "low", "high", "ratio_low", "ratio_high" })
            Assert.Equal(JsonValueKind.Null, pss.GetProperty(end).ValueKind);
        Assert.Equal(-20 * MadeTrials.MiB, pss.GetProperty("estimate").GetDouble(), 1);
        Assert.Equal(6, pss.GetProperty("pairs_needed").GetInt32());
    }

    [Fact]
    public async Task Runs_are_baseline_then_arm_with_every_metric()
    {
        var root = await WrittenAsync(2, failing: 3);
        var runs = root.GetProperty("runs").EnumerateArray().ToList();
        Assert.Equal(
            ["baseline 1", $"{MadeTrials.Remedy} 1", "baseline 2", $"{MadeTrials.Remedy} 2"],
            runs.Select(run => $"{run.GetProperty("arm").GetString()} {run.GetProperty("pair").GetInt32()}"));
        Assert.Equal(
            """{"pss_bytes":104857600,"private_bytes":104857600,"inherited_shared_bytes":null,"requests_per_second":500,"latency_p50_seconds":0.01"""
                + ""","latency_p99_seconds":0.05,"slow_share":null,"ready_seconds":1,"stop_seconds":2"""
                + ""","gc_pause_share":null,"gc_pause_p99_seconds":null,"gc_pause_max_seconds":null,"full_collections":null"""
                + ""","requests":1000,"workers":2,"beside":0}""",
            Compact(runs[0].GetProperty("metrics")));
        Assert.Equal([false, true, false, true], runs.Select(run => run.GetProperty("killed").GetBoolean()));
        Assert.Equal(
            """[{"arm":"baseline","pair":2,"why":"no luck"}]""", Compact(root.GetProperty("failed_runs")));
    }

    [Fact]
    public async Task A_line_of_a_run_is_one_line_and_the_same_in_every_culture()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            var expected = await WrittenAsync(8);
            // InvariantGlobalization knows no German; this is what it would bring.
            CultureInfo.CurrentCulture = new CultureInfo("") { NumberFormat = { NumberDecimalSeparator = ",", NegativeSign = "−", PercentSymbol = " %" } };
            Assert.Equal(Compact(expected), Compact(await WrittenAsync(8)));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static async Task<JsonElement> WrittenAsync(int pairs, int? failing = null)
    {
        var servers = new MadeUpServers((arm, pair, start) => start == failing
            ? throw new Failure("no luck")
            : MadeTrials.Run(arm, (arm.Remedies.Count > 0 ? 80 : 100) * MadeTrials.MiB,
                killed: arm.Remedies.Count > 0, stop: arm.Remedies.Count > 0 ? 5 : 2));
        var result = await MadeTrials.Trial(MadeTrials.Plan(pairs: pairs), servers).RunAsync(default);
        using var text = new MemoryStream();
        JsonDocuments.Write(text, TrialDocument.Of(result, "/state/x.jsonl"), JsonDocuments.Default.TrialDocument);
        return JsonDocument.Parse(text.ToArray()).RootElement;
    }

    /// <summary>exp(log x) is x but for the last digits.</summary>
    private static JsonElement Rounded(JsonElement metric) => JsonSerializer.SerializeToElement(metric.EnumerateObject().ToDictionary(
        each => each.Name,
        each => each.Value.ValueKind == JsonValueKind.Number ? (object)Math.Round(each.Value.GetDouble(), 6) : each.Value.Clone()));

    private static string Compact(JsonElement element) => JsonSerializer.Serialize(element);

    private static IEnumerable<string> Names(JsonElement element) => element.EnumerateObject().Select(each => each.Name);
}
