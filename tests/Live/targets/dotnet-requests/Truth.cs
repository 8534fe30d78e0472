namespace Held;

/// <summary>What really happened, by the clock: requests as their handler saw them, and collections as their caller did.</summary>
internal sealed class Truth
{
    private readonly Lock _gate = new();
    private readonly List<(DateTime Start, DateTime End)> _requests = [], _collections = [];

    public void Request(DateTime start) => Add(_requests, start);

    public void Collection(DateTime start) => Add(_collections, start);

    /// <summary>Of the requests that ended from <paramref name="from"/> to <paramref name="to"/>.</summary>
    public (int Requests, int Slow, int Met) Between(DateTime from, DateTime to, TimeSpan limit)
    {
        lock (_gate)
        {
            var requests = _requests.Where(request => request.End >= from && request.End <= to).ToList();
            var slow = requests.Where(request => request.End - request.Start >= limit).ToList();
            return (requests.Count, slow.Count, slow.Count(request =>
                _collections.Exists(collection => collection.Start < request.End && request.Start < collection.End)));
        }
    }

    private void Add(List<(DateTime Start, DateTime End)> list, DateTime start)
    {
        var end = DateTime.UtcNow;
        lock (_gate)
            list.Add((start, end));
    }
}
