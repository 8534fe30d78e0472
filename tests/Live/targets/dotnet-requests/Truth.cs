using System.Collections.Concurrent;

namespace Held;

/// <summary>What really happened, by the clock: requests as their handler saw them, and collections as their caller did.</summary>
internal sealed class Truth
{
    private readonly ConcurrentQueue<(DateTime Start, DateTime End)> _requests = [], _collections = [];

    public void Request(DateTime start) => _requests.Enqueue((start, DateTime.UtcNow));

    public void Collection(DateTime start) => _collections.Enqueue((start, DateTime.UtcNow));

    /// <summary>Of the requests that ended from <paramref name="from"/> to <paramref name="to"/>.</summary>
    public (int Requests, int Slow, int Met) Between(DateTime from, DateTime to, TimeSpan limit)
    {
        var requests = _requests.Where(request => request.End >= from && request.End <= to).ToList();
        var slow = requests.Where(request => request.End - request.Start >= limit).ToList();
        return (requests.Count, slow.Count, slow.Count(request =>
            _collections.Any(collection => collection.Start < request.End && request.Start < collection.End)));
    }
}
