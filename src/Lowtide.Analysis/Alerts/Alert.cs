namespace Lowtide.Analysis.Alerts;

public enum AlertState
{
    /// <summary>Its figure is not known.</summary>
    Unknown,
    Quiet,

    /// <summary>Beyond its threshold, not yet for long enough.</summary>
    Pending,
    Raised,
}

/// <summary>One rule's state for a family.</summary>
/// <param name="Since">When it was raised; null unless it is.</param>
/// <param name="Value">The figure, as last known.</param>
public sealed record Alert(AlertRule Rule, AlertState State, DateTimeOffset? Since, double? Value);
