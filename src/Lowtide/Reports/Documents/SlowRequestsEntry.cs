using Lowtide.Analysis.DotNet;

namespace Lowtide.Reports.Documents;

/// <summary>Slow requests and the pauses that held them up, in the explain document.</summary>
internal sealed record SlowRequestsEntry
{
    public required string Source { get; init; }

    public required long Requests { get; init; }

    public required double SlowSeconds { get; init; }

    public required long Slow { get; init; }

    /// <summary>Of the slow ones; what follows is of these.</summary>
    public required int SlowKept { get; init; }

    /// <summary>Of the slow ones, those that would not be without the time in which all threads stood still.</summary>
    public required int SlowByPauses { get; init; }

    public required bool WholeSeconds { get; init; }

    public required IReadOnlyList<HeldUpEntry> HeldUp { get; init; }

    public static SlowRequestsEntry Of(SlowRequests requests) => new()
    {
        Source = JsonWord.Of(requests.Source),
        Requests = requests.Requests,
        SlowSeconds = requests.SlowSeconds,
        Slow = requests.Slow,
        SlowKept = requests.Kept,
        SlowByPauses = requests.SlowByPauses,
        WholeSeconds = requests.WholeSeconds,
        HeldUp = [.. requests.HeldUp.Select(held => new HeldUpEntry
        {
            Pause = JsonWord.Of(held.Kind),
            Requests = held.Requests,
            Share = held.Share,
            ByChance = held.ByChance,
            MoreThanChance = held.MoreThanChance,
            TooLong = held.TooLong,
            StoodStill = held.StoodStill,
            Pauses = held.Pauses.Count,
            PauseSeconds = held.PauseSeconds,
            MedianPauseSeconds = held.MedianPauseSeconds,
            PeriodSeconds = held.PeriodSeconds,
        })],
    };
}

internal sealed record HeldUpEntry
{
    public required string Pause { get; init; }

    public required int Requests { get; init; }

    public required double Share { get; init; }

    public required double ByChance { get; init; }

    public required bool MoreThanChance { get; init; }

    public required int TooLong { get; init; }

    public required int StoodStill { get; init; }

    public required int Pauses { get; init; }

    public required double PauseSeconds { get; init; }

    public required double MedianPauseSeconds { get; init; }

    public required double? PeriodSeconds { get; init; }
}
