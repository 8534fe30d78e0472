using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>One process that a watch listens to: what its runtime told is taken look after look, and added up.</summary>
/// <param name="started">Either: why the process cannot be listened to stands in the session's place.</param>
internal sealed class DotNetSession(Task<(DotNetWatch? Watch, Unreadable? Refused)> started) : IDisposable
{
    /// <summary>So much of what was told last is kept for whoever asks why.</summary>
    private const double RecentSeconds = 600;

    private const int MostRecent = 2_000;

    private readonly long[] _collections = new long[DotNetCollection.Generations], _pauses = new long[WatchedDotNet.Bounds.Count + 1];
    private readonly Queue<DotNetCollection> _recent = new();
    private readonly Queue<DotNetPause> _recentPauses = new();
    private IReadOnlyList<long>? _sizes;
    private double _pauseSeconds;
    private long _induced;

    /// <summary>Why nothing is heard; null while something is, or nobody knows yet.</summary>
    public Unreadable? Refused => started is { IsCompletedSuccessfully: true, Result.Refused: var refused } ? refused : null;

    /// <returns>Null before the session has begun, and where it was refused or has broken off.</returns>
    public WatchedDotNet? Take()
    {
        if (started is not { IsCompletedSuccessfully: true, Result.Watch: { } watch } || watch.Next() is not { } told)
            return null;
        foreach (var collection in told.Collections)
            Add(collection);
        foreach (var pause in told.OwnPauses)
            Add(pause);
        Forget(told.Seconds - RecentSeconds);
        return new WatchedDotNet([.. _collections], _induced, [.. _pauses], _pauseSeconds, _sizes, Recent(told), told);
    }

    private void Add(DotNetCollection collection)
    {
        _collections[collection.Generation]++;
        _induced += collection.IsInduced ? 1 : 0;
        _sizes = collection.After ?? _sizes;
        _recent.Enqueue(collection);
    }

    private void Add(DotNetPause pause)
    {
        var bound = 0;
        while (bound < WatchedDotNet.Bounds.Count && pause.Seconds > WatchedDotNet.Bounds[bound])
            bound++;
        _pauses[bound]++;
        _pauseSeconds += pause.Seconds;
        _recentPauses.Enqueue(pause);
    }

    private void Forget(double before)
    {
        while (_recent.TryPeek(out var oldest) && (oldest.At < before || _recent.Count > MostRecent))
            _recent.Dequeue();
        while (_recentPauses.TryPeek(out var oldest) && (oldest.At < before || _recentPauses.Count > 2 * MostRecent))
            _recentPauses.Dequeue();
    }

    /// <summary>From the first that is kept on, where older ones had to go.</summary>
    private DotNetTrace Recent(DotNetTrace told)
    {
        var from = Math.Max(Math.Max(0, told.Seconds - RecentSeconds), _recent.Count == MostRecent ? _recent.Peek().At : 0);
        return told with
        {
            StartSeconds = 0,
            Seconds = told.Seconds - from,
            Collections = [.. _recent.Where(collection => collection.At >= from).Select(collection => collection with { At = collection.At - from })],
            Pauses = [.. _recentPauses.Where(pause => pause.At >= from).Select(pause => pause with { At = pause.At - from })],
            Waits = told.Waits is null ? null : [],
            CountedCollections = null,
            MissingCollections = 0,
            BeganAt = told.BeganAt?.AddSeconds(from),
        };
    }

    /// <summary>Ends it; the runtime frees what it held for it.</summary>
    public void Dispose() => _ = EndAsync();

    private async Task EndAsync()
    {
        try
        {
            if (await started is { Watch: { } watch })
                using (watch)
                    await watch.EndAsync();
        }
        catch (OperationCanceledException)
        {
            // It had not begun when the watch ended.
        }
    }
}
