using Lowtide.Analysis.Alerts;

namespace Lowtide.Serve.Alerts;

/// <summary>What is known of one family's alerts from look to look.</summary>
internal sealed class FollowedAlerts
{
    /// <summary>Of its head, as it was last seen.</summary>
    public int Pid { get; set; }

    /// <summary>When that was.</summary>
    public TimeSpan Seen { get; set; }

    /// <summary>When its pages were last looked into; null where nobody has.</summary>
    public DateTimeOffset? Looked { get; set; }

    public FamilyTrend Trend { get; } = new();

    public AlertBook Book { get; } = new();

    /// <summary>Rules whose alerts are raised, and whether the cause was known when that was last told.</summary>
    private readonly Dictionary<string, bool> _raised = new(StringComparer.Ordinal);

    /// <summary>One that was raised before, and told then.</summary>
    public void Remember(AlertRule rule, DateTimeOffset since, TimeSpan now)
    {
        Book.Remember(rule, since, now);
        _raised[rule.Id] = true;
    }

    /// <returns>Null where it is as it was.</returns>
    public AlertChange? Changed(FamilyAlert alert)
    {
        var (id, isKnown) = (alert.Alert.Rule.Id, alert.Cause is not null);
        if (!alert.IsRaised)
            return _raised.Remove(id) ? new AlertChange(alert, AlertChangeKind.Over) : null;
        var before = _raised.TryGetValue(id, out var wasKnown) ? wasKnown : (bool?)null;
        _raised[id] = isKnown || before == true;
        return before is null ? new AlertChange(alert, AlertChangeKind.Raised)
            : before == false && isKnown ? new AlertChange(alert, AlertChangeKind.Explained) : null;
    }
}
