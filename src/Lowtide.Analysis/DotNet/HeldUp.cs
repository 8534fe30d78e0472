using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Slow requests that overlap the pauses of one kind, or the queues behind them.</summary>
/// <param name="Requests">So many do.</param>
/// <param name="Share">Of all slow ones that were kept.</param>
/// <param name="ByChance">The share that would, were requests as long, without the pauses, spread over the time evenly.</param>
/// <param name="MoreThanChance">
/// Whether more do. Slow requests that overlap each other count as one here, for one cause makes many of them; and one alone is a coincidence.
/// </param>
/// <param name="TooLong">Of the slow ones, those left out of that: with all that such pauses and their queues may add they would be slow without.</param>
/// <param name="StoodStill">Of them, those that stood still for half of their time or more, and would not be slow without that: no coincidence.</param>
/// <param name="Pauses">Those that held one up; likewise in what follows.</param>
/// <param name="PeriodSeconds">Null where they come at no regular times.</param>
public sealed record HeldUp(
    PauseKind Kind, int Requests, double Share, double ByChance, bool MoreThanChance, int TooLong, int StoodStill, IReadOnlyList<DotNetPause> Pauses,
    double MedianPauseSeconds, double? PeriodSeconds)
{
    public double PauseSeconds => Pauses.Sum(pause => pause.Seconds);

    /// <summary>The pauses are why, of some at least.</summary>
    public bool IsWhy => MoreThanChance || StoodStill > 0;

    /// <param name="slow">In order of their start; not empty.</param>
    /// <returns>Null where no such pause came.</returns>
    internal static HeldUp? Of(PauseKind kind, IReadOnlyList<DotNetPause> pauses, RequestTimes requests, IReadOnlyList<RequestTime> slow, double limit,
        double seconds)
    {
        if (pauses.Count == 0 || seconds <= 0)
            return null;
        var reaches = PauseReach.All(pauses, requests);
        var untils = reaches.Select(reach => reach.Until).ToArray();
        var chance = new OverlapByChance(reaches, seconds);
        var still = new DotNet.StoodStill(pauses);
        var held = slow.Where(IsReached).ToList();
        // Connections that stay open would else make one episode of all that is slow meanwhile. By its length alone: not by what it met.
        var longest = reaches.Max(reach => reach.Until - reach.Pause.At);
        var possible = slow.Where(request => (request.Seconds * (1 - chance.OfMoment)) - longest < limit).ToList();
        var holding = Holding();
        return new HeldUp(
            kind, held.Count, held.Count / (double)slow.Count, slow.Average(ByChance),
            MoreThanChance([.. Episodes(possible)]),
            slow.Count - possible.Count,
            held.Count(request => still.Within(request) is var stood && stood >= request.Seconds / 2 && request.Seconds - stood < limit),
            holding,
            holding.Count == 0 ? 0 : Quantile.OfSorted([.. holding.Select(pause => pause.Seconds).Order()], 0.5),
            Period.Of(holding.Select(pause => pause.At)));

        bool MoreThanChance(List<RequestTime> episodes) => episodes.Count(IsReached) is > 1 and var met
            && ScoreInterval.Of(met / (double)episodes.Count, episodes.Count).Low > episodes.Average(ByChance);

        double ByChance(RequestTime request) => chance.Of(request.Seconds - still.Within(request));

        // Those that reach a request are one after the other from there on.
        int First(RequestTime request) => Array.BinarySearch(untils, request.At) is var found && found < 0 ? ~found : found + 1;

        bool Reaches(int index, RequestTime request) => index < reaches.Count && reaches[index].Pause.At < request.End;

        bool IsReached(RequestTime request) => Reaches(First(request), request);

        // Requests are in order of their start: a pause before the next one to look at is taken already, or is over for all that follow.
        List<DotNetPause> Holding()
        {
            List<DotNetPause> reached = [];
            var next = 0;
            foreach (var request in held)
                for (next = Math.Max(next, First(request)); Reaches(next, request); next++)
                    reached.Add(pauses[next]);
            return reached;
        }
    }

    private static IEnumerable<RequestTime> Episodes(List<RequestTime> slow)
    {
        if (slow.Count == 0)
            yield break;
        var (start, end) = (slow[0].At, slow[0].End);
        foreach (var request in slow)
        {
            if (request.At > end)
            {
                yield return new RequestTime(start, end - start);
                (start, end) = (request.At, request.End);
            }
            end = Math.Max(end, request.End);
        }
        yield return new RequestTime(start, end - start);
    }
}
