namespace Lowtide.Recordings.Watching;

/// <summary>What the watch itself has cost since it began.</summary>
/// <param name="Looks">How many there were.</param>
/// <param name="Reads">Readings of PSS by the call that holds a process's mmap lock, by how long each took: one count for each of <see cref="Bounds"/>, and one
/// for longer ones. Estimates, which hold it for moments, are not among them.</param>
/// <param name="ReadSeconds">All of them together.</param>
public sealed record WatchCost(long Looks, IReadOnlyList<long> Reads, double ReadSeconds)
{
    /// <summary>Readings from some of the pages.</summary>
    public long Estimates { get; init; }

    /// <summary>Seconds. 16 ms is what a reading may hold up a server at most.</summary>
    public static readonly IReadOnlyList<double> Bounds = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064];
}
