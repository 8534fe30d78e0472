namespace Lowtide.Serve.Alerts;

/// <summary>What is wrong with a watch itself, which only who scrapes it can tell.</summary>
/// <param name="Name">As Prometheus's alerts are named.</param>
/// <param name="Expression">In PromQL.</param>
internal sealed record OwnRule(string Name, string Expression, TimeSpan Hold, string Title, string Means)
{
    public static readonly IReadOnlyList<OwnRule> All =
    [
        new("LowtideDown", "up{job=~\"lowtide.*\"} == 0", TimeSpan.FromMinutes(5), "Lowtide does not answer",
            "Nothing watches the servers of this machine. 'systemctl status lowtide-serve' there says why."),
        // Between two looks lies an hour at most (--interval).
        new("LowtideStale", "min by (job, instance) (lowtide_process_memory_age_seconds) > 7200", TimeSpan.FromMinutes(15), "Lowtide reads nothing any more",
            "It answers, and no process has been read for two hours. 'systemctl restart lowtide-serve' there begins anew."),
        new("LowtideHistoryNotWritten", "lowtide_history_written == 0", TimeSpan.FromMinutes(15), "Lowtide keeps no history",
            "What it sees is lost. Its log says why: most often the disk is full."),
    ];
}
