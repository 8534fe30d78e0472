using Lowtide.Recordings.Watching;

namespace Lowtide.Analysis.Alerts;

/// <summary>What a .NET runtime told between two looks, as far as alerts ask.</summary>
/// <param name="HeardSeconds">For so long it was listened to since the look before.</param>
/// <param name="PauseSeconds">All threads stood still.</param>
/// <param name="LongPauses">When those began that a user notices, on the clock of the looks.</param>
/// <param name="Induced">Collections that the program asked for.</param>
/// <param name="Gen2Collections">Collections of generation 2.</param>
public sealed record DotNetPoint(double HeardSeconds, double PauseSeconds, IReadOnlyList<TimeSpan> LongPauses, int Induced, int Gen2Collections)
{
    /// <summary>Of pauses: half of it is added to a request in the mean, and clients begin to see it.</summary>
    public const double NoticedSeconds = 0.1;

    /// <summary>Generation 2 after the latest collection; null before one told it.</summary>
    public long? Gen2Bytes { get; init; }

    /// <summary>Likewise large objects.</summary>
    public long? LargeBytes { get; init; }

    /// <param name="at">Of the look, at which what was told ends.</param>
    /// <param name="heard">Seconds since the look before.</param>
    public static DotNetPoint Of(WatchedDotNet told, TimeSpan at, double heard) => new(
        Math.Min(heard, told.New.Seconds),
        told.New.PauseSeconds,
        [.. told.New.OwnPauses.Where(pause => pause.Seconds >= NoticedSeconds).Select(pause => at - TimeSpan.FromSeconds(told.New.Seconds - pause.At))],
        told.NewInduced,
        told.NewGen2)
    {
        Gen2Bytes = told.Gen2Bytes,
        LargeBytes = told.LargeBytes,
    };
}
