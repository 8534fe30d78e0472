namespace Lowtide.Load;

/// <summary>What a run has counted so far. Not safe for threads: <see cref="PacedRun"/> holds its lock around it.</summary>
/// <param name="log">For each by itself; null where nobody asked.</param>
internal sealed class LoadTally(LoadPlan plan, ArrivalSchedule schedule, RequestLog? log = null)
{
    /// <summary>Reasons that are told apart; a server that makes up new ones must not fill the memory.</summary>
    private const int MostReasons = 20;

    private readonly SortedDictionary<int, long> _statuses = [];
    private readonly Dictionary<string, long> _failures = [];
    private readonly PathTally[] _paths = [.. plan.Paths.Select(_ => new PathTally())];
    private readonly LatencyHistogram _lateness = new(), _firstQuarter = new(), _lastQuarter = new(), _lastWaits = new();
    private string? _wrongAnswer;
    private long _wrongStatus, _wrongBody, _unanswered, _slow, _waited, _lastEnd;

    /// <param name="sent">When it got a connection, in nanoseconds from the start of the run.</param>
    /// <param name="ended">On the same clock.</param>
    public void Record(long request, int path, long sent, long ended, in Answer answer)
    {
        var latency = ended - schedule.StartOf(request);
        var tally = _paths[path];
        tally.Requests++;
        _lastEnd = Math.Max(_lastEnd, ended);
        log?.Add(request, latency, answer.Status);
        if (answer.WhyNone is { } why)
        {
            _unanswered++;
            tally.Unanswered++;
            tally.Errors++;
            Count(_failures, _failures.ContainsKey(why) || _failures.Count < MostReasons ? why : "other reasons");
        }
        else
        {
            tally.Latency.Record(latency);
            Count(_statuses, answer.Status);
            var statusFits = plan.IsExpected(answer.Status);
            if (!statusFits)
                _wrongStatus++;
            else if (!answer.BodyFits)
                _wrongBody++;
            if (!statusFits || !answer.BodyFits)
            {
                tally.Errors++;
                _wrongAnswer ??= answer.Beginning;
            }
        }
        // A request that was never answered was slower than any limit.
        if (answer.WhyNone is not null || latency > plan.SlowSeconds * 1e9)
            _slow++;
        if (answer.WhyNone is null && request < schedule.Count / 4)
            _firstQuarter.Record(latency);
        if (answer.WhyNone is null && request >= schedule.Count - (schedule.Count / 4))
        {
            _lastQuarter.Record(latency);
            _lastWaits.Record(sent - schedule.StartOf(request));
        }
    }

    /// <summary>A request found a free connection; by how much the generator itself was late.</summary>
    public void StartedLateBy(long nanoseconds) => _lateness.Record(nanoseconds);

    /// <summary>A request was due while all connections were busy.</summary>
    public void HadToWait() => _waited++;

    public LoadResult Result(bool stopped, double cpuSeconds, long opened)
    {
        var latency = new LatencyHistogram();
        foreach (var path in _paths)
            latency.Add(path.Latency);
        return new LoadResult
        {
            Plan = plan,
            Schedule = schedule,
            Log = log,
            Stopped = stopped,
            Seconds = _lastEnd / 1e9,
            CpuSeconds = cpuSeconds,
            Latency = latency,
            Unanswered = _unanswered,
            WrongStatus = _wrongStatus,
            WrongBody = _wrongBody,
            WrongAnswer = _wrongAnswer,
            Slow = plan.SlowSeconds is null ? null : _slow,
            Waited = _waited,
            Opened = opened,
            Lateness = _lateness,
            FirstQuarter = _firstQuarter,
            LastQuarter = _lastQuarter,
            LastWaits = _lastWaits,
            Statuses = [.. _statuses.Select(status => (status.Key, status.Value))],
            Failures = [.. _failures.OrderByDescending(failure => failure.Value).Select(failure => (failure.Key, failure.Value))],
            Paths = [.. plan.Paths.Zip(_paths, (path, tally) =>
                new PathResult(path, tally.Requests, tally.Errors, tally.Unanswered, tally.Latency))],
        };
    }

    private static void Count<T>(IDictionary<T, long> counts, T what) =>
        counts[what] = (counts.TryGetValue(what, out var count) ? count : 0) + 1;

    private sealed class PathTally
    {
        public LatencyHistogram Latency { get; } = new();

        public long Requests { get; set; }

        public long Errors { get; set; }

        public long Unanswered { get; set; }
    }
}
