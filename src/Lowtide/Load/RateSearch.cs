namespace Lowtide.Load;

/// <param name="CapacityRate">Answers a second with every connection kept busy.</param>
/// <param name="HeldRate">The highest rate tried that the server kept up with, without an error; null where it held none.</param>
/// <param name="Tried">In order.</param>
internal sealed record FoundRate(double CapacityRate, double? HeldRate, IReadOnlyList<TriedRate> Tried)
{
    /// <summary>
    /// Of the held rate, what a load takes by default: near the limit the queue, and not the server's own work, makes
    /// most of a latency, and an arm that is a little slower would fall over.
    /// </summary>
    public const double Share = 0.7;

    /// <summary>To three digits, so that it can be typed.</summary>
    public double? Rate => HeldRate * Share is { } rate ? Rounded(rate) : null;

    private static double Rounded(double rate)
    {
        var unit = Math.Pow(10, Math.Floor(Math.Log10(rate)) - 2);
        return unit < 1 ? Math.Round(rate * Math.Round(1 / unit)) / Math.Round(1 / unit) : Math.Round(rate / unit) * unit;
    }
}

internal sealed record TriedRate(double Rate, bool Held, long Errors);

/// <summary>
/// The highest rate that a server holds, in a few seconds. What it answers while all connections are kept busy is the upper
/// end; from there down, each rate is offered for two seconds, until one does not make the latency run away.
/// </summary>
/// <param name="run">Carries out one schedule; the latency of a test's server is made up.</param>
internal sealed class RateSearch(Func<ArrivalSchedule, LoadResult> run, int connections, CancellationToken stop)
{
    private const double LeastSeconds = 1, ProbeSeconds = 2;
    private const long LeastRequests = 40, MostRequests = 200_000;

    private static readonly double[] Shares = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

    /// <exception cref="Failure">Requests fail even without a rate.</exception>
    /// <exception cref="OperationCanceledException">It was asked to stop.</exception>
    public FoundRate Find(Action<TriedRate>? progress = null)
    {
        var capacity = Capacity();
        var tried = new List<TriedRate>();
        foreach (var share in Shares)
        {
            var rate = capacity * share;
            var result = Run(new ArrivalSchedule(rate, Math.Max(LeastRequests, (long)Math.Ceiling(rate * ProbeSeconds))));
            // Null: of requests that take long beside the two seconds. A queue that grows would show all the same.
            tried.Add(new TriedRate(rate, result.KeptUp != false && result.Errors == 0, result.Errors));
            progress?.Invoke(tried[^1]);
            if (tried[^1].Held)
                return new FoundRate(capacity, rate, tried);
        }
        return new FoundRate(capacity, null, tried);
    }

    private double Capacity()
    {
        for (long count = connections; ; count = Math.Min(MostRequests, count * 4))
        {
            var result = Run(new ArrivalSchedule(double.PositiveInfinity, count));
            if (result.Errors > 0)
                throw new Failure($"no rate can be found: {result.Errors} of {result.Ended} requests ended in an error ({LoadErrors.Line(result)}); "
                    + "mend that, or name a rate, as in 'lowtide load --rate 50'");
            if (result.Seconds >= LeastSeconds || count == MostRequests)
                return result.Answered / result.Seconds;
        }
    }

    private LoadResult Run(ArrivalSchedule schedule)
    {
        var result = run(schedule);
        stop.ThrowIfCancellationRequested();
        return result;
    }
}
