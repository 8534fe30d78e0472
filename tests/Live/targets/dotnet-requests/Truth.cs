using System.Collections.Concurrent;
using System.Globalization;

namespace Held;

/// <summary>What really happened, by the clock: requests as their handler saw them, and collections as their caller did.</summary>
internal sealed class Truth
{
    private readonly ConcurrentQueue<(DateTime Start, DateTime End)> _requests = [], _collections = [];

    public void Request(DateTime start) => _requests.Enqueue((start, DateTime.UtcNow));

    public void Collection(DateTime start) => _collections.Enqueue((start, DateTime.UtcNow));

    /// <summary>A log of all requests so far, as docs/dotnet.md has it for those that know when and how long exactly.</summary>
    /// <returns>How many.</returns>
    public int Log(string path)
    {
        var requests = _requests.ToList();
        File.WriteAllLines(path, requests
            .Select(request => string.Create(
                CultureInfo.InvariantCulture, $"{request.Start:O},{(request.End - request.Start).TotalSeconds:F6}"))
            .Prepend("start,seconds"));
        return requests.Count;
    }

    /// <summary>Of the requests that ended from <paramref name="from"/> to <paramref name="to"/>.</summary>
    public (int Requests, int Slow, int Met) Between(DateTime from, DateTime to, TimeSpan limit)
    {
        var requests = _requests.Where(request => request.End >= from && request.End <= to).ToList();
        var slow = requests.Where(request => request.End - request.Start >= limit).ToList();
        return (requests.Count, slow.Count, slow.Count(request =>
            _collections.Any(collection => collection.Start < request.End && request.Start < collection.End)));
    }
}
