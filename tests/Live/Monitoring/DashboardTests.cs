using System.Text.Json;
using System.Text.RegularExpressions;
using Lowtide.Serve.Alerts;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>
/// Grafana's dashboards, whose every query is asked of a Prometheus that scrapes a watch. Debian has no Grafana: a table stands for its pictures.
/// </summary>
public sealed class DashboardTests(ITestOutputHelper output) : IDisposable
{
    private static readonly Regex OfVariable = new(@"^label_values\((?<series>.*), (?<label>\w+)\)$", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(5));

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void They_are_what_their_program_writes()
    {
        var ran = Ran.Command([Path.Combine(Built.Root, "eng", "dashboards"), _folder.Path]);
        Assert.True(ran.ExitCode == 0, ran.Output + ran.Error);
        Assert.All(Dashboard.All, board => Assert.True(
            File.ReadAllText(_folder.File($"{board.Name}.json")) == File.ReadAllText(Path.Combine(Built.Root, "packaging", "grafana", $"{board.Name}.json")),
            $"packaging/grafana/{board.Name}.json is not made of src/dashboards: eng/dashboards writes it anew"));
    }

    [Fact]
    public void Every_query_of_every_panel_gets_an_answer()
    {
        PrometheusProcess.SkipWithout();
        using var group = MemoryGroup.TryMake(1 << 30, out var noLimit);
        using var family = new SharingFamily(group?.Folder);
        using var runtime = DotNetTarget.Start("induced");
        // It does nothing, and tells so: nobody is over that.
        var guards = _folder.File("serve.yaml", "guard:\n  - name: '*'\n    family-limit: 1000G\n");
        using var serve = new ServeProcess(_folder.File("history"), "--cpu-share", "100%", "--config", guards);
        string[] labels = [serve.Label(family.Pid), serve.Label(runtime.Pid)];
        var address = $"127.0.0.1:{serve.Port}";
        using var prometheus = new PrometheusProcess(_folder, _folder.File("prometheus.yaml", $$"""
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ["{{Path.Combine(Built.Root, "packaging", "prometheus", "lowtide.rules.yaml")}}"]
            scrape_configs: [{job_name: lowtide, static_configs: [{targets: ["{{address}}"]}]}]
            """));
        Patience.Until(() => serve.Metrics.Contains($"lowtide_family_sharing_lost_ratio{{family=\"{labels[0]}\"}} 0", StringComparison.Ordinal) ? serve : null,
            "what workers share");
        // So that something is wrong.
        family.Tell("collect");
        serve.WaitForLine(line => line.StartsWith($"{labels[0]}: alert sharing-lost raised", StringComparison.Ordinal));

        var open = Dashboard.All.SelectMany(board => board.Queries, (board, query) => (Board: board.Name, Query: query))
            .Concat(RecordedRule.All.Select(rule => (Board: "recorded", Query: new DashboardQuery(rule.Name, rule.Name, []))))
            .Select(asked => new Asked(asked.Board, asked.Query, [.. labels.Select(label => Filled(asked.Query.Text, address, label)).Distinct()]))
            .Where(asked => group is not null || !asked.Query.Text.Contains("_limit_left_", StringComparison.Ordinal))
            .ToList();
        List<(Asked Asked, List<(string Labels, string Value)> Series)> answered = [];
        try
        {
            // All at once, so that the table is of one moment.
            Patience.Until(() =>
            {
                answered = [.. open.Select(asked => (asked, asked.Queries.SelectMany(prometheus.Ask).ToList()))];
                return answered.TrueForAll(one => one.Series.Count > 0) ? this : null;
            }, "an answer to each query");
        }
        catch (TimeoutException)
        {
            Assert.Fail("no answer to:\n" + string.Join('\n', answered.Where(one => one.Series.Count == 0)
                .Select(one => $"{one.Asked.Board}: {one.Asked.Query.Of}: {string.Join(" | ", one.Asked.Queries)}")));
        }

        output.WriteLine("| dashboard | panel | query | series | one of them |\n|---|---|---|---|---|");
        foreach (var (asked, series) in answered.OrderBy(one => one.Asked.Board, StringComparer.Ordinal))
            output.WriteLine($"| {asked.Board} | {asked.Query.Of} | `{asked.Query.Text}` | {series.Count} | {series[0].Labels} {series[0].Value} |");
        if (group is null)
            output.WriteLine($"Not asked for: what is left of a memory limit ({noLimit}).");
        Assert.All(answered, one => Assert.All(one.Series, series => Assert.Subset(Names(series.Labels), one.Asked.Query.Labels.ToHashSet())));
    }

    /// <summary>As Grafana does it, which asks for the labels of a variable by an interface of its own.</summary>
    private static string Filled(string query, string instance, string family) => OfVariable.Replace(query, "count by (${label}) (${series})")
        .Replace("$__rate_interval", "10s", StringComparison.Ordinal)
        .Replace("$job", ".+", StringComparison.Ordinal)
        .Replace("$instance", instance, StringComparison.Ordinal)
        .Replace("$family", family, StringComparison.Ordinal);

    private static HashSet<string> Names(string labels) =>
        [.. JsonDocument.Parse(labels).RootElement.EnumerateObject().Select(label => label.Name)];

    /// <param name="Queries">With the variables filled in, once for each server that is watched.</param>
    private sealed record Asked(string Board, DashboardQuery Query, IReadOnlyList<string> Queries);
}
