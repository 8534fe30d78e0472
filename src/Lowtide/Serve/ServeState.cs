using Lowtide.Guard;
using Lowtide.Recordings.Watching;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Pods;

namespace Lowtide.Serve;

/// <summary>All that is known at a moment: whoever asks for metrics or the page gets this, and nothing is read for it.</summary>
/// <param name="Host">As of the last look; null before the first.</param>
/// <param name="Diagnoses">By label; a family has none before its turn comes.</param>
internal sealed record ServeState(WatchedHost? Host, IReadOnlyDictionary<string, LatestDiagnosis> Diagnoses, OwnUse Own)
{
    public static readonly ServeState Empty = new(null, new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal), new OwnUse(0, 0));

    /// <summary>Of every family every rule.</summary>
    public IReadOnlyList<FamilyAlert> Alerts { get; init; } = [];

    public IEnumerable<FamilyAlert> Raised => Alerts.Where(alert => alert.IsRaised).OrderByDescending(alert => alert.Alert.Rule.Severity);

    /// <summary>By label, of those that a guard is of.</summary>
    public IReadOnlyDictionary<string, GuardStatus> Guards { get; init; } = new Dictionary<string, GuardStatus>(StringComparer.Ordinal);

    /// <summary>Newest first, as many as a page can show.</summary>
    public IReadOnlyList<WatchedEvent> Events { get; init; } = [];

    /// <summary>By label, of those that are in a pod whose name is known.</summary>
    public IReadOnlyDictionary<string, PodContainer> Pods { get; init; } = new Dictionary<string, PodContainer>(StringComparer.Ordinal);

    /// <summary>Why the history is not written; null while it is.</summary>
    public string? NoHistory { get; init; }
}

/// <summary>What this process has used itself.</summary>
internal sealed record OwnUse(double CpuSeconds, long ResidentBytes);
