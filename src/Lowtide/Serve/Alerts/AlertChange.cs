using Lowtide.Recordings.Watching;

namespace Lowtide.Serve.Alerts;

internal enum AlertChangeKind
{
    Raised,

    /// <summary>It was raised before, and now its cause is known.</summary>
    Explained,
    Over,
}

/// <summary>What happened to an alert.</summary>
internal sealed record AlertChange(FamilyAlert Alert, AlertChangeKind Kind)
{
    /// <summary>For the journal.</summary>
    public string Line => $"{Alert.Family}: alert {Alert.Alert.Rule.Id} " + Kind switch
    {
        AlertChangeKind.Raised => $"raised: {Alert.Line}",
        AlertChangeKind.Explained => $"explained: {Alert.Line}",
        _ => "is over",
    };

    /// <summary>To be kept; null of what is none.</summary>
    public WatchedEvent? Event(DateTimeOffset at) => Kind == AlertChangeKind.Explained ? null
        : new(at, Alert.Family, Kind == AlertChangeKind.Raised ? WatchedEventKind.AlertRaised : WatchedEventKind.AlertOver, Alert.Pid)
        {
            Alert = Alert.Alert.Rule.Id,
        };
}
