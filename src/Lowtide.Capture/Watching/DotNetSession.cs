using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>One process that a watch listens to: what its runtime told is taken look after look, and added up.</summary>
/// <param name="start">Either: why the process cannot be listened to stands in the session's place.</param>
internal sealed class DotNetSession(Func<Task<(DotNetWatch? Watch, Unreadable? Refused)>> start, TimeProvider time) : IDisposable
{
    /// <summary>Whoever refused or broke off is asked again: it may have been starting.</summary>
    private static readonly TimeSpan Again = TimeSpan.FromMinutes(10);

    /// <summary>Then a session is begun anew: what is kept of one, and how much of it is believed, was measured out for recordings.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    private Task<(DotNetWatch? Watch, Unreadable? Refused)> _started = start();
    private long _began = time.GetTimestamp();
    private Unreadable? _refusedBefore;

    /// <summary>So much of what was told last is kept for whoever asks why.</summary>
    private const double RecentSeconds = 600;

    private const int MostRecent = 2_000;

    private readonly long[] _collections = new long[DotNetCollection.Generations];
    private readonly double[] _pauseSeconds = new double[DotNetCollection.Generations];
    private readonly Durations _pauses = new(WatchedDotNet.Bounds);
    private readonly Queue<DotNetCollection> _recent = new();
    private readonly Queue<DotNetPause> _recentPauses = new();
    private IReadOnlyList<long>? _sizes;
    private long _induced;

    /// <summary>Why nothing is heard; null while something is, or nobody knows yet.</summary>
    public Unreadable? Refused => _started switch
    {
        { IsCompleted: false } => _refusedBefore,
        { IsCompletedSuccessfully: false, Exception: var failure } => DotNetWatch.Deaf(failure?.InnerException?.Message.TrimEnd('.') ?? "it was given up"),
        { Result: { Watch: { HasEnded: true } } } => DotNetWatch.Deaf("the runtime's events broke off"),
        { Result: { Refused: var refused } } => refused,
    };

    /// <returns>Null before the session has begun, and where it was refused or has broken off.</returns>
    public WatchedDotNet? Take()
    {
        Renew();
        if (_started is not { IsCompletedSuccessfully: true, Result.Watch: { HasEnded: false } watch } || watch.Next() is not { } told)
            return null;
        foreach (var collection in told.Collections)
            Add(collection);
        foreach (var pause in told.OwnPauses)
            Add(pause);
        Forget(told.Seconds - RecentSeconds);
        return new WatchedDotNet([.. _collections], _induced, _pauses.Counts, _pauses.Seconds, _sizes, Recent(told), told)
        {
            PauseSecondsOf = [.. _pauseSeconds],
        };
    }

    private void Add(DotNetCollection collection)
    {
        _collections[collection.Generation]++;
        _pauseSeconds[collection.Generation] += collection.PauseSeconds;
        _induced += collection.IsInduced ? 1 : 0;
        _sizes = collection.After ?? _sizes;
        _recent.Enqueue(collection);
    }

    private void Add(DotNetPause pause)
    {
        _pauses.Add(pause.Seconds);
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

    private void Renew()
    {
        if (!_started.IsCompleted || time.GetElapsedTime(_began) < (Refused is null ? Longest : Again))
            return;
        _refusedBefore = Refused;
        Dispose();
        _recent.Clear();
        _recentPauses.Clear();
        (_started, _began) = (start(), time.GetTimestamp());
    }

    /// <summary>Ends it; the runtime frees what it held for it.</summary>
    public void Dispose() => _ = EndAsync(_started);

    private static async Task EndAsync(Task<(DotNetWatch? Watch, Unreadable? Refused)> started)
    {
        try
        {
            if (await started is { Watch: { } watch })
                using (watch)
                    await watch.EndAsync();
        }
        // Nobody waits for it, and what is to be told of it was: it was refused, or the process ended meanwhile.
        catch (Exception)
        {
        }
    }
}
