using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <summary>Slow requests and the pauses that held them up, in the explain document.</summary>
internal sealed record SlowRequestsEntry
{
    /// <summary>By ASP.NET Core, with HttpClient, in an access log.</summary>
    [Words(typeof(RequestSource))]
    public required string Source { get; init; }

    /// <summary>That ended while they were watched.</summary>
    public required long Requests { get; init; }

    /// <summary>From there on one is slow.</summary>
    public required double SlowSeconds { get; init; }

    public required long Slow { get; init; }

    /// <summary>So many of these are known one by one, and slow_by_pauses and held_up are of them alone; fewer where too many took just
    /// slow_seconds.</summary>
    public required int SlowKept { get; init; }

    /// <summary>Of these, those that would not be slow without the time in which all threads stood still.</summary>
    public required int SlowByPauses { get; init; }

    /// <summary>Times are of whole seconds, as in most access logs.</summary>
    public required bool WholeSeconds { get; init; }

    /// <summary>Slow requests that overlap pauses, or the queues behind them, by kind of pause.</summary>
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
    [Words(typeof(PauseKind))]
    public required string Pause { get; init; }

    public required int Requests { get; init; }

    /// <summary>Of the slow ones that were kept.</summary>
    [Range(0, 1)]
    public required double Share { get; init; }

    /// <summary>The share that would, were requests as long spread over the time evenly.</summary>
    [Range(0, 1)]
    public required double ByChance { get; init; }

    /// <summary>Whether the share's 95% interval lies above that; slow requests that overlap each other count once.</summary>
    public required bool MoreThanChance { get; init; }

    /// <summary>Left out of more_than_chance: slow even without all that such pauses and their queues may add.</summary>
    public required int TooLong { get; init; }

    /// <summary>Stood still for half of their time or more, and would not be slow otherwise.</summary>
    public required int StoodStill { get; init; }

    /// <summary>That held one up.</summary>
    public required int Pauses { get; init; }

    /// <summary>Of these.</summary>
    public required double PauseSeconds { get; init; }

    public required double MedianPauseSeconds { get; init; }

    /// <summary>Null where they come at no regular times.</summary>
    public required double? PeriodSeconds { get; init; }
}
