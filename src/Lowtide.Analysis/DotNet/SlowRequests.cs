using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>A process's slow requests, and the pauses that held them up.</summary>
/// <param name="SlowSeconds">From there on a request is slow; more than was asked for where shorter ones were too many to keep.</param>
/// <param name="Slow">So many are.</param>
/// <param name="Kept">
/// So many of these are known one by one, and all that follows is of them: fewer where too many took just <paramref name="SlowSeconds"/>.
/// </param>
/// <param name="SlowByPauses">Of these, those that would not be without the time in which all threads stood still.</param>
/// <param name="HeldUp">By kind of pause, those with most above chance first.</param>
public sealed record SlowRequests(
    RequestSource Source, long Requests, double SlowSeconds, long Slow, int Kept, int SlowByPauses, bool WholeSeconds, IReadOnlyList<HeldUp> HeldUp)
{
    /// <summary>Of each source that was watched.</summary>
    public static IReadOnlyList<SlowRequests> All(Recording recording) =>
        recording.DotNet is { Requests: { } watched } trace
            ? [.. watched.Select(requests => Of(trace, requests, recording.SlowRequest.TotalSeconds))]
            : [];

    private static SlowRequests Of(DotNetTrace trace, RequestTimes requests, double slowSeconds)
    {
        var limit = Math.Max(slowSeconds, requests.LeastSeconds);
        var slow = requests.Longer.Where(request => request.Seconds >= limit).OrderBy(request => request.At).ToList();
        var pauses = PauseKinds.Of(trace);
        var still = new StoodStill([.. trace.Pauses.OrderBy(pause => pause.At)]);
        return new SlowRequests(
            requests.Source, requests.Requests, limit, slow.Count + (requests.LeastSeconds == limit ? requests.LeftOut : 0), slow.Count,
            slow.Count(request => request.Seconds - still.Within(request) < limit), requests.WholeSeconds,
            slow.Count == 0 ? [] :
            [
                .. Enum.GetValues<PauseKind>()
                    .Select(kind => DotNet.HeldUp.Of(kind, [.. pauses[kind]], requests, slow, limit, trace.Seconds))
                    .OfType<HeldUp>()
                    .OrderByDescending(held => held.Share - held.ByChance),
            ]);
    }

    public bool AllKept => Kept == Slow;

    /// <summary>"requests served", as in "of 300 requests served".</summary>
    public string Name => Source switch
    {
        RequestSource.Served => "requests served",
        RequestSource.Made => "calls made (HttpClient)",
        _ => "requests of the access log",
    };
}
