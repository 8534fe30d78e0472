using System.Text.Json.Serialization;

namespace Lowtide.Serve.Alerts;

/// <summary>An alert as Alertmanager's API takes it: https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml, postableAlert.</summary>
internal sealed record SentAlert(
    [property: JsonPropertyName("labels")] IReadOnlyDictionary<string, string> Labels,
    [property: JsonPropertyName("annotations")] IReadOnlyDictionary<string, string> Annotations,
    [property: JsonPropertyName("startsAt")] DateTimeOffset? StartsAt,
    [property: JsonPropertyName("endsAt")] DateTimeOffset EndsAt)
{
    public bool IsSame(SentAlert other) => Labels["alertname"] == other.Labels["alertname"] && Labels["family"] == other.Labels["family"];

    /// <param name="root">Where the watch answers.</param>
    public static SentAlert Of(FamilyAlert alert, DateTimeOffset now, Uri root)
    {
        var (rule, cause) = (alert.Alert.Rule, alert.Cause);
        var annotations = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["summary"] = $"{alert.Family} on {Environment.MachineName}: {rule.Title}" + (alert.Value.Length > 0 ? $", {alert.Value}" : ""),
            ["description"] = rule.Means,
            ["runbook_url"] = PrometheusRules.Runbook(rule, root.AbsoluteUri),
            ["command"] = alert.Command,
        };
        if (cause is not null)
            (annotations["cause"], annotations["finding"]) = (cause.Finding, cause.FindingId);
        if (cause?.Remedy is { } remedy)
            annotations["remedy"] = remedy;
        return new SentAlert(
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["alertname"] = PrometheusRules.Name(rule),
                ["family"] = alert.Family,
                ["instance"] = Environment.MachineName,
                ["severity"] = rule.SeverityWord,
            },
            annotations,
            alert.Alert.Since,
            alert.IsRaised ? now + AlertDelivery.Lasts : now);
    }
}

[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(SentAlert[]))]
internal sealed partial class SentAlerts : JsonSerializerContext;
