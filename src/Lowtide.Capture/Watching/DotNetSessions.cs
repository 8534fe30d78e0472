using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Capture.Watching;

/// <summary>
/// Listens to the .NET processes that a watch follows, by one session each, at the lowest level: some twenty events a collection, and no names of methods.
/// Whoever asks for counts, alerts or causes is told from it.
/// </summary>
internal sealed class DotNetSessions(TimeProvider time) : IDisposable
{
    /// <summary>A session has a thread and a socket.</summary>
    private const int Most = 64;

    private readonly Dictionary<(int, long, ulong), DotNetSession> _sessions = [];
    private readonly CancellationTokenSource _stop = new();

    /// <returns>What the head of a family has told since it was last asked; null where there is nothing to hear, and of other runtimes.</returns>
    public (WatchedDotNet? Told, Unreadable? Refused) Of(Server server)
    {
        if (server.Runtime != "dotnet")
            return default;
        var head = server.Family.Head;
        if (!_sessions.TryGetValue(head.Image, out var session))
        {
            if (_sessions.Count >= Most)
                return (null, DotNetWatch.Deaf($"{Most} others are listened to"));
            _sessions[head.Image] = session = new DotNetSession(Start, time);
        }
        return (session.Take(), session.Refused);

        // On another thread: the socket's owner is looked for in /proc first.
        Task<(DotNetWatch? Watch, Unreadable? Refused)> Start() => Task.Run(() =>
            DotNetWatch.TryStartAsync(head.Pid, server.RuntimeVersion, new DotNetListening(Methods: false), () => 0, time, _stop.Token));
    }

    /// <summary>Ends those of processes that are no longer followed.</summary>
    public void Keep(IReadOnlySet<(int, long, ulong)> heads)
    {
        foreach (var gone in _sessions.Keys.Where(head => !heads.Contains(head)).ToList())
            if (_sessions.Remove(gone, out var session))
                session.Dispose();
    }

    public void Dispose()
    {
        Keep(new HashSet<(int, long, ulong)>());
        _stop.Cancel();
    }
}
