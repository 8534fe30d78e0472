using Lowtide.Recordings.Watching;

namespace Lowtide.Serve.Pods;

/// <summary>Names of the pods that watched servers are in. A cluster is asked where one is in a pod without a known name, and the more seldom the less it
/// knows: it has many nodes.</summary>
/// <param name="ask">Null where there is nobody to ask.</param>
internal sealed class PodNames(Func<CancellationToken, Task<PodList>>? ask, TimeProvider time)
{
    private static readonly TimeSpan Soonest = TimeSpan.FromSeconds(30), Latest = TimeSpan.FromMinutes(30);

    private volatile IReadOnlyDictionary<string, PodContainer> _known = new Dictionary<string, PodContainer>(StringComparer.Ordinal);
    private HashSet<string> _unknown = new(StringComparer.Ordinal);
    private TimeSpan _wait = Soonest;
    private long? _last;
    private string _failure = "";

    /// <returns>Null of what is in no pod, or in one whose name is not known.</returns>
    public PodContainer? Of(WatchedContainer? container) => container is null ? null
        : _known.GetValueOrDefault(container.Id) ?? (container.PodUid is { } uid ? _known.GetValueOrDefault(uid) : null);

    /// <summary>Once after each look.</summary>
    public async Task KeepAsync(IEnumerable<WatchedFamily> families, CancellationToken cancellation)
    {
        if (ask is null)
            return;
        var unknown = families.Select(family => family.Container).OfType<WatchedContainer>()
            .Where(container => container.PodUid is not null && !_known.ContainsKey(container.Id)).Select(container => container.Id).ToHashSet();
        // Who has come is worth a question of its own.
        if (!unknown.IsSubsetOf(_unknown))
            _wait = Soonest;
        _unknown = unknown;
        if (unknown.Count == 0 || (_last is { } last && time.GetElapsedTime(last) < _wait))
            return;
        (_last, _wait) = (time.GetTimestamp(), new[] { _wait * 2, Latest }.Min());
        await AskAsync(ask, cancellation);
    }

    private async Task AskAsync(Func<CancellationToken, Task<PodList>> ask, CancellationToken cancellation)
    {
        var failure = "";
        try
        {
            _known = (await ask(cancellation)).Names();
        }
        catch (HttpRequestException refused)
        {
            failure = (refused.InnerException is null or TaskCanceledException ? refused : refused.InnerException).Message.TrimEnd('.');
        }
        if (failure != _failure)
            ServeLog.Warning(failure.Length > 0 ? $"pods have no names: the cluster is not heard ({failure}); it is asked again" : "pods have their names");
        _failure = failure;
    }
}
