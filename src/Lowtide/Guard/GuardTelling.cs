using Lowtide.Analysis.Recycling;
using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Serve;

namespace Lowtide.Guard;

/// <summary>What a guard does, or does not do, told to a person and to the history at once, and to the page with the next look.</summary>
/// <param name="say">A line each.</param>
internal sealed class GuardTelling(HistoryFile history, Action<string> say)
{
    private readonly List<WatchedEvent> _told = [];

    /// <returns>Whether the history has it. Where it has not, and a worker was to be asked, nobody is told either: it is not done.</returns>
    public bool Tell(string label, GuardedWorker? worker, WatchedEventKind kind, DateTimeOffset at, string why)
    {
        var happened = new WatchedEvent(at, label, kind, worker?.Pid ?? 0)
        {
            Slot = worker?.Slot,
            Memory = worker is null ? null : MemoryUse.Unknown with { PrivateBytes = worker.PrivateBytes },
            Why = why,
        };
        var isKept = true;
        try
        {
            history.Tell(happened);
        }
        catch (RecordingException failure)
        {
            say(failure.Message);
            isKept = false;
        }
        if (!isKept && kind == WatchedEventKind.RecycleAsked)
            return false;
        say($"{label}: {ServePage.What(happened)}");
        _told.Add(happened);
        return isKept;
    }

    /// <returns>Since this was called last.</returns>
    public IReadOnlyList<WatchedEvent> Taken()
    {
        List<WatchedEvent> told = [.. _told];
        _told.Clear();
        return told;
    }
}
