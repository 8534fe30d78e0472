using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>A pause and the queue that it left: what was under way or began meanwhile was held up.</summary>
/// <param name="Until">Seconds from the trace's beginning, when no more requests were under way than before, or than usual.</param>
internal sealed record PauseReach(DotNetPause Pause, double Until)
{
    /// <summary>
    /// A queue that a pause leaves is gone after the pause times load / (1 - load); a server that needs longer than this many pauses is over 90%
    /// loaded without them.
    /// </summary>
    private const int LongestQueue = 10;

    /// <summary>Threads that take what waited need a moment to wake, in seconds.</summary>
    private const double Moment = 0.05;

    /// <param name="pauses">In order of time.</param>
    public static IReadOnlyList<PauseReach> All(IReadOnlyList<DotNetPause> pauses, RequestTimes requests)
    {
        var underWay = new int[requests.Changes.Count];
        var now = 0;
        foreach (var (step, change) in requests.Changes.Index())
            underWay[step] = now += change;
        var usual = underWay.Length == 0 ? 0 : underWay.Order().ElementAt(underWay.Length / 2);
        return [.. pauses.Select((pause, index) =>
        {
            var end = pause.At + pause.Seconds;
            var latest = Math.Min(end + (LongestQueue * pause.Seconds), index + 1 < pauses.Count ? pauses[index + 1].At : double.PositiveInfinity);
            return new PauseReach(pause, Math.Max(end, Math.Min(latest, Drained(pause, end, latest))));
        })];

        double Drained(DotNetPause pause, double end, double latest)
        {
            var before = Math.Max(usual, At((int)(pause.At / requests.StepSeconds) - 1));
            var step = (int)(end / requests.StepSeconds);
            for (var last = (int)((end + Moment) / requests.StepSeconds); At(step) <= before; step++)
                if (step == last)
                    return end;
            while (At(step) > before && (step + 1) * requests.StepSeconds < latest)
                step++;
            return (step + 1) * requests.StepSeconds;
        }

        int At(int step) => Math.Max(0, step) is var known && known < underWay.Length ? underWay[known] : 0;
    }
}
