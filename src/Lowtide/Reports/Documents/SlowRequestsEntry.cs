using Lowtide.Analysis.DotNet;

namespace Lowtide.Reports.Documents;

/// <summary>Slow requests and the pauses that held them up, in the explain document.</summary>
/// <param name="SlowKept">Of the slow ones; what follows is of these.</param>
/// <param name="SlowByPauses">Of the slow ones, those that would not be without the time in which all threads stood still.</param>
internal sealed record SlowRequestsEntry(
    string Source, long Requests, double SlowSeconds, long Slow, int SlowKept, int SlowByPauses, bool WholeSeconds,
    IReadOnlyList<HeldUpEntry> HeldUp)
{
    public static SlowRequestsEntry Of(SlowRequests requests) => new(
        JsonWord.Of(requests.Source), requests.Requests, requests.SlowSeconds, requests.Slow, requests.Kept, requests.SlowByPauses,
        requests.WholeSeconds,
        [.. requests.HeldUp.Select(held => new HeldUpEntry(
            JsonWord.Of(held.Kind), held.Requests, held.Share, held.ByChance, held.MoreThanChance, held.TooLong, held.StoodStill, held.Pauses.Count,
            held.PauseSeconds, held.MedianPauseSeconds, held.PeriodSeconds))]);
}

internal sealed record HeldUpEntry(
    string Pause, int Requests, double Share, double ByChance, bool MoreThanChance, int TooLong, int StoodStill, int Pauses,
    double PauseSeconds, double MedianPauseSeconds, double? PeriodSeconds);
