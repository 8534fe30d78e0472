namespace Lowtide.Recordings.Watching;

/// <summary>What a .NET runtime has told of its collections since a watch listens to it.</summary>
/// <param name="Collections">By generation.</param>
/// <param name="Induced">Of all of them, those that the program asked for.</param>
/// <param name="Pauses">How many there were, by how long they took: one count for each of <see cref="Bounds"/>, and one for longer ones.</param>
/// <param name="PauseSeconds">All of them together.</param>
/// <param name="SizeBytes">Of generation 0, 1, 2, of large and of pinned objects after the latest collection that told them; null before one did.</param>
/// <param name="Recent">The last while, for whoever asks why; its times are from its own beginning.</param>
/// <param name="New">What was told since the look before; its times are from the beginning of the session, and it ends at the look.</param>
public sealed record WatchedDotNet(
    IReadOnlyList<long> Collections, long Induced, IReadOnlyList<long> Pauses, double PauseSeconds, IReadOnlyList<long>? SizeBytes, DotNetTrace Recent,
    DotNetTrace New)
{
    /// <summary>Seconds.</summary>
    public static readonly IReadOnlyList<double> Bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

    /// <summary>Of <see cref="PauseSeconds"/>, those of the collections of each generation.</summary>
    public IReadOnlyList<double> PauseSecondsOf { get; init; } = [];

    private const int Gen2 = 2, LargeObjects = 3;

    public long? Gen2Bytes => SizeBytes?[Gen2];

    public long? LargeBytes => SizeBytes?[LargeObjects];

    /// <summary>Collections of generation 2 since the look before.</summary>
    public int NewGen2 => New.Collections.Count(collection => collection.Generation == Gen2);

    /// <summary>Collections that the program asked for since the look before.</summary>
    public int NewInduced => New.Collections.Count(collection => collection.IsInduced);
}
