using System.Diagnostics.Tracing;

namespace Forms;

/// <summary>What the runtime tells the service of its own collections: the truth that Lowtide's reading is held against.</summary>
internal sealed class CollectionCounter : EventListener
{
    private const EventKeywords Collections = (EventKeywords)0x1;

    // Of Microsoft-Windows-DotNETRuntime (ClrEtwAll.man in dotnet/runtime).
    private const int Start = 1, Resumed = 3, Suspending = 9;
    private const uint ForCollection = 1, ForBackground = 6;
    private const uint Background = 1;
    private static readonly uint[] InducedReasons = [1, 7, 9, 10];

    private readonly Lock _lock = new();
    private readonly Dictionary<(uint Generation, string Kind, bool Induced), (int Count, List<double> Pauses)> _rows = [];
    private (uint Generation, string Kind, bool Induced)? _started, _background;
    private DateTime? _stopped;

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Informational, Collections);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        lock (_lock)
            switch (eventData.EventId)
            {
                case Suspending:
                    _stopped = eventData.Payload?[0] is ForCollection or ForBackground ? eventData.TimeStamp : null;
                    _started = null;
                    break;
                case Start when eventData.Payload is [_, uint generation, uint reason, uint type, ..]:
                    Begin(generation, reason, type);
                    break;
                case Resumed when _stopped is { } since:
                    End((eventData.TimeStamp - since).TotalSeconds);
                    break;
            }
    }

    public IEnumerable<CollectionRow> Rows()
    {
        lock (_lock)
            return [.. _rows.OrderBy(row => row.Key).Select(row => new CollectionRow(
                row.Key.Generation, row.Key.Kind, row.Key.Induced, row.Value.Count, [.. row.Value.Pauses]))];
    }

    private void Begin(uint generation, uint reason, uint type)
    {
        var row = (generation, type == Background ? "background" : "blocking", InducedReasons.Contains(reason));
        _rows[row] = _rows.GetValueOrDefault(row, (0, [])) is var (count, pauses) ? (count + 1, pauses) : default;
        // A young collection may come first within the stop that begins a background one: the stop is the young one's.
        if (type == Background)
            _background = row;
        else
            _started = row;
    }

    /// <summary>A stop in which nothing else began belongs to the background collection under way.</summary>
    private void End(double seconds)
    {
        if ((_started ?? _background) is { } row)
            _rows[row].Pauses.Add(seconds);
        _stopped = null;
    }
}

/// <param name="Kind">"blocking" or "background".</param>
/// <param name="Pauses">Seconds of each stop, in order of time: a background collection has two.</param>
internal sealed record CollectionRow(uint Generation, string Kind, bool Induced, int Count, IReadOnlyList<double> Pauses);
