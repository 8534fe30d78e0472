namespace Lowtide.Serve.Alerts;

/// <summary>
/// What Prometheus keeps for the dashboards of packaging/grafana. Names are level:metric:operation, as https://prometheus.io/docs/practices/rules/ has them.
/// </summary>
/// <param name="Expression">In PromQL.</param>
internal sealed record RecordedRule(string Name, string Expression)
{
    /// <summary>Each is asked for by a dashboard.</summary>
    public static readonly IReadOnlyList<RecordedRule> All =
    [
        new("instance:lowtide_pss_bytes:sum", "sum by (job, instance) (lowtide_family_pss_bytes)"),
        new("job_program:lowtide_pss_bytes:sum",
            "sum by (job, program) (lowtide_family_pss_bytes * on (job, instance, family) group_left (program) lowtide_family_info)"),
        // A line through the hour, so that a collector's sawtooth is no growth.
        new("instance_family:lowtide_pss_bytes:deriv1h", "deriv(lowtide_family_pss_bytes[1h])"),
        // Of one reading both, and so their sum.
        new("instance_family:lowtide_process_shared:ratio",
            "sum by (job, instance, family) (lowtide_process_shared_bytes)"
            + " / sum by (job, instance, family) (lowtide_process_shared_bytes + lowtide_process_private_bytes)"),
        new("instance_family:lowtide_dotnet_pause_seconds:rate5m", "rate(lowtide_dotnet_pause_seconds_sum[5m])"),
        new("instance_family:lowtide_first_saving_bytes:product", "lowtide_family_saving_ratio * lowtide_family_pss_bytes"),
    ];
}
