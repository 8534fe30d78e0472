namespace Lowtide.Load;

/// <summary>What one run measured. Times are from the intended start of a request to the last byte of its answer.</summary>
internal sealed record LoadResult
{
    /// <summary>
    /// A server that takes a share x less than it is offered is behind by x of the time that has passed: the medians of the
    /// first and the last quarter then differ by 0.75 x of the run. This share of the run is an x of 2.7%, and so long that
    /// only a pause of half a quarter could pass for it.
    /// </summary>
    private const double FallingBehind = 0.02;

    /// <summary>Of the run: a queue as long as the margin that trials give throughput, and never worked off.</summary>
    private const double StandingQueue = 0.05;

    /// <summary>Of the run: requests that take this long end so late that they look like a queue, and may be one.</summary>
    private const double TooSlowToTell = 0.1;

    /// <summary>In a shorter run that share is so short that a single pause fills it.</summary>
    private const double LeastSecondsToTell = 2;

    public required LoadPlan Plan { get; init; }

    public required ArrivalSchedule Schedule { get; init; }

    /// <summary>Null where nobody asked for each request by itself.</summary>
    public RequestLog? Log { get; init; }

    /// <summary>Ended early, as asked: what was under way then is not counted.</summary>
    public required bool Stopped { get; init; }

    /// <summary>From the first intended start to the last end.</summary>
    public required double Seconds { get; init; }

    /// <summary>Of this process, all threads.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>Of all that were answered.</summary>
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Refused, broken off, or not whole within the timeout.</summary>
    public required long Unanswered { get; init; }

    public required long WrongStatus { get; init; }

    /// <summary>The status was right, the body was not.</summary>
    public required long WrongBody { get; init; }

    /// <summary>How the body of the first wrong answer begins; null where none was wrong.</summary>
    public required string? WrongAnswer { get; init; }

    /// <summary>Longer than the limit, or unanswered; null where no limit was given.</summary>
    public required long? Slow { get; init; }

    /// <summary>Requests that were due while every connection was busy.</summary>
    public required long Waited { get; init; }

    /// <summary>Connections that had to be opened meanwhile.</summary>
    public required long Opened { get; init; }

    /// <summary>By how much requests that found a free connection were started late: the generator's own error.</summary>
    public required LatencyHistogram Lateness { get; init; }

    public required LatencyHistogram FirstQuarter { get; init; }

    public required LatencyHistogram LastQuarter { get; init; }

    /// <summary>How long requests of the last quarter waited for a connection.</summary>
    public required LatencyHistogram LastWaits { get; init; }

    public required IReadOnlyList<(int Status, long Count)> Statuses { get; init; }

    /// <summary>Why requests had no answer, most frequent first.</summary>
    public required IReadOnlyList<(string Why, long Count)> Failures { get; init; }

    public required IReadOnlyList<PathResult> Paths { get; init; }

    /// <summary>Answers of status 300 to 399.</summary>
    public long Redirected => Statuses.Where(each => Redirects.Is(each.Status)).Sum(each => each.Count);

    public long Answered => Latency.Count;

    /// <summary>Ended, answered or not.</summary>
    public long Ended => Answered + Unanswered;

    public long Errors => WrongStatus + WrongBody + Unanswered;

    /// <summary>
    /// Answers a second; null where there was none. N requests at a rate take N intervals: without the one that follows the last, a server
    /// that answers at once would be said to serve more than it is offered.
    /// </summary>
    public double? AnsweredRate => Answered > 0 && Math.Max(Seconds, Stopped ? 0 : Schedule.Count / Schedule.Rate) is > 0 and var seconds
        ? Answered / seconds
        : null;

    public double? SlowShare => Slow is { } slow && Ended > 0 ? slow / (double)Ended : null;

    /// <summary>By how much the last answer came after the last request was due; null where there is no schedule to be late
    /// by, or not all of it was carried out.</summary>
    public double? EndLateSeconds =>
        Stopped || Ended < Schedule.Count || double.IsInfinity(Schedule.Rate) ? null : Seconds - Schedule.StartOf(Schedule.Count - 1) / 1e9;

    /// <summary>
    /// Whether the server kept up with the rate. It did not where a queue grew, or where one that an early stall left was
    /// never worked off: the first shows in latencies that grow, the second in requests that still wait for a connection in
    /// the last quarter. Null where the run was too short, or ended too early, to tell.
    /// </summary>
    public bool? KeptUp
    {
        get
        {
            var span = Schedule.Count / Schedule.Rate;
            return Unanswered > 0 ? false
                : Stopped || span < LeastSecondsToTell ? null
                : LastQuarter.Quantile(0.5) - FirstQuarter.Quantile(0.5) > FallingBehind * span ? false
                : LastWaits.Quantile(0.5) > StandingQueue * span ? false
                : EndLateSeconds > TooSlowToTell * span ? null
                : true;
        }
    }

    /// <summary>Of the answered alone.</summary>
    /// <returns>Seconds; null where none was.</returns>
    public double? AnsweredQuantile(double share) => Latency.Quantile(share);

    /// <summary>Unanswered requests count as longer than all others.</summary>
    /// <returns>Seconds; null where there is none, or where the quantile was never answered.</returns>
    public double? LatencyQuantile(double share) => Latency.Quantile(share, Unanswered);
}

internal sealed record PathResult(WeightedPath Path, long Requests, long Errors, long Unanswered, LatencyHistogram Latency)
{
    /// <inheritdoc cref="LoadResult.LatencyQuantile"/>
    public double? LatencyQuantile(double share) => Latency.Quantile(share, Unanswered);
}
