using Lowtide.Analysis;
using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>Requests that were watched beside a .NET process's pauses, in words that the screen and the report have in common.</summary>
internal static class RequestWords
{
    public static IEnumerable<string> Of(IReadOnlyList<SlowRequests>? watched)
    {
        if (watched is null)
            yield break;
        if (watched.Count == 0)
            yield return "requests: none ended while they were watched, of ASP.NET Core or HttpClient";
        foreach (var requests in watched)
            yield return $"{requests.Name}: {requests.Requests:N0}, {requests.Slow:N0} of them in {Unit.Seconds.Text(requests.SlowSeconds)} or more"
                + (requests.AllKept ? "" : $", of which {requests.Kept:N0} were kept")
                + (requests.Source == RequestSource.Served ? " (a wait before the server read them is not seen)" : "")
                + (requests.Slow == 0 || requests.HeldUp.Any(held => held.IsWhy) ? "" : NoReason(requests));
    }

    private static string NoReason(SlowRequests requests) => requests.HeldUp.Count == 0
        ? "; no pause came"
        : "; pauses are not shown to be why: " + string.Join(", ", requests.HeldUp.Select(held =>
            $"{Amount.Percent(held.Share)} overlap {held.Kind.Words()} ({Amount.Percent(held.ByChance)} would by chance)"));
}
