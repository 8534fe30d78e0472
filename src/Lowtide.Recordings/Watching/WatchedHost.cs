namespace Lowtide.Recordings.Watching;

/// <summary>What is known of a machine's servers at one look, of a watch that goes on.</summary>
/// <param name="Families">By label.</param>
/// <param name="Events">That this look found; each is told once.</param>
public sealed record WatchedHost(DateTimeOffset At, IReadOnlyList<WatchedFamily> Families, IReadOnlyList<WatchedEvent> Events)
{
    /// <summary>Families that were found beyond the most that are watched.</summary>
    public int LeftOut { get; init; }

    public required WatchCost Cost { get; init; }
}
