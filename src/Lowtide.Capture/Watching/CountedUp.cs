namespace Lowtide.Capture.Watching;

/// <summary>
/// Counters of one process, several of a kind, since they were first read. Of one that was not read, or is below what it was, the last one stands: a sum over
/// processes never falls.
/// </summary>
internal sealed class CountedUp
{
    private IReadOnlyList<long>? _first;

    public IReadOnlyList<long> Sum { get; private set; } = [];

    /// <param name="latest">Null where they were not read.</param>
    public void Take(IReadOnlyList<long>? latest)
    {
        if (latest is null)
            return;
        _first ??= latest;
        Sum = [.. latest.Zip(_first, (now, first) => now - first).Select((since, at) => Math.Max(since, Sum.ElementAtOrDefault(at)))];
    }

    /// <summary>Of each kind.</summary>
    public static IReadOnlyList<long> Add(IReadOnlyList<long> one, IReadOnlyList<long> other) =>
        [.. Enumerable.Range(0, Math.Max(one.Count, other.Count)).Select(at => one.ElementAtOrDefault(at) + other.ElementAtOrDefault(at))];
}
