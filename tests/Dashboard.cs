using System.Text.Json;
using System.Text.RegularExpressions;

namespace Lowtide.Tests;

/// <summary>A dashboard of Grafana's as packaging/grafana has it: what it asks of Prometheus, and by which panel.</summary>
internal sealed record Dashboard(string Name, IReadOnlyList<DashboardPanel> Panels, IReadOnlyList<DashboardQuery> Queries, IReadOnlyList<string> Sources)
{
    private static readonly Regex InLegend = new(@"\{\{(?<label>\w+)\}\}", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(5));

    public static readonly IReadOnlyList<Dashboard> All =
        [.. Directory.EnumerateFiles(Path.Combine(SourceTree.Root(), "packaging", "grafana"), "*.json").Order(StringComparer.Ordinal).Select(Read)];

    private static Dashboard Read(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file));
        var root = document.RootElement;
        var panels = root.GetProperty("panels").EnumerateArray().ToList();
        var variables = root.GetProperty("templating").GetProperty("list").EnumerateArray()
            .Where(variable => Text(variable, "type") == "query").ToList();
        return new Dashboard(
            Path.GetFileNameWithoutExtension(file),
            [.. panels.Select(panel => new DashboardPanel(
                Text(panel, "title"), Text(panel, "description"), Text(panel.GetProperty("fieldConfig").GetProperty("defaults"), "unit")))],
            [
                .. variables.Select(variable => new DashboardQuery($"variable {Text(variable, "name")}", Text(variable, "query"), [])),
                .. panels.SelectMany(panel => panel.GetProperty("targets").EnumerateArray(), (panel, target) => new DashboardQuery(
                    Text(panel, "title"), Text(target, "expr"),
                    [.. InLegend.Matches(Text(target, "legendFormat")).Select(match => match.Groups["label"].Value), .. Columns(panel)])),
            ],
            [
                .. panels.Concat(variables).Concat(panels.SelectMany(panel => panel.GetProperty("targets").EnumerateArray()))
                    .Select(asks => Text(asks.GetProperty("datasource"), "uid")),
            ]);
    }

    /// <summary>Those of a table that are labels.</summary>
    private static IEnumerable<string> Columns(JsonElement panel) => panel.TryGetProperty("transformations", out var transformations)
        ? transformations.EnumerateArray().Where(one => Text(one, "id") == "organize")
            .SelectMany(one => one.GetProperty("options").GetProperty("renameByName").EnumerateObject())
            .Select(column => column.Name).Where(name => !name.StartsWith("Value", StringComparison.Ordinal))
        : [];

    private static string Text(JsonElement element, string member) => element.GetProperty(member).GetString()!;
}

/// <param name="About">What Grafana shows beside the title.</param>
/// <param name="Unit">By Grafana's own names.</param>
internal sealed record DashboardPanel(string Title, string About, string Unit);

/// <param name="Of">The title of its panel, or "variable" with its name.</param>
/// <param name="Text">In PromQL, with Grafana's variables; of a variable "label_values(SERIES, LABEL)".</param>
/// <param name="Labels">That its legend or its columns name.</param>
internal sealed record DashboardQuery(string Of, string Text, IReadOnlyList<string> Labels);
