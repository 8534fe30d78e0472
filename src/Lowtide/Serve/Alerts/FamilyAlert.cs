using Lowtide.Analysis.Alerts;

namespace Lowtide.Serve.Alerts;

/// <summary>An alert of one family, with what the latest look into it says of the cause.</summary>
/// <param name="Family">Its label.</param>
/// <param name="Cause">Null before it was looked into, and where nothing of it explains the alert.</param>
internal sealed record FamilyAlert(string Family, int Pid, Alert Alert, AlertCause? Cause)
{
    public bool IsRaised => Alert.State == AlertState.Raised;

    /// <summary>"62.0% (above 40.0%)".</summary>
    public string Value => Alert.Value is { } value
        ? $"{Alert.Rule.Text(value)} ({Alert.Rule.Bound})" : "";

    /// <summary>One line for a journal or a page: what, how much, why, and what to do.</summary>
    public string Line => string.Join("; ", new[]
    {
        $"{Alert.Rule.Title}: {Value}", Cause?.Finding, Cause?.Remedy is { } remedy ? $"{remedy} is predicted to help" : null, Command,
    }.OfType<string>());

    /// <summary>The same for a heading, beside which the rest stands.</summary>
    public string Short => string.Join("; ", new[] { $"{Alert.Rule.Title}, {Value}", Cause?.Finding }.OfType<string>());

    /// <summary>When its pages were last looked into; null where nobody has.</summary>
    public DateTimeOffset? Looked { get; init; }

    /// <summary>Of the history.</summary>
    public required string Folder { get; init; }

    /// <summary>What shows the evidence.</summary>
    public string Command => EvidenceCommand.Of(this);
}
