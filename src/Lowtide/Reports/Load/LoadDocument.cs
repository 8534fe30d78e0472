using Lowtide.Load;

namespace Lowtide.Reports.Load;

/// <summary>lowtide/load/1</summary>
/// <param name="Requests">Wanted; all of them ended unless <paramref name="Stopped"/>.</param>
/// <param name="Answered">With any status and body.</param>
/// <param name="Errors">Wrong status, wrong body or unanswered.</param>
/// <param name="WrongAnswer">How the body of the first wrong answer begins; null where none was wrong.</param>
/// <param name="EndLateSeconds">The last answer, after the last request was due; null where not all ended.</param>
/// <param name="AnsweredLatency">Of those that were answered; <paramref name="Latency"/> takes the others for longer than any.</param>
/// <param name="KeptUp">Whether the server kept up with the rate; null where the run was too short to tell.</param>
/// <param name="GeneratorCpuCores">CPU seconds of the generator a second.</param>
internal sealed record LoadDocument(
    string Schema,
    string Url,
    string Method,
    double Rate,
    FoundRateEntry? FoundRate,
    long Requests,
    bool Stopped,
    long Answered,
    long Errors,
    long WrongStatus,
    long WrongBody,
    string? WrongAnswer,
    long Unanswered,
    double Seconds,
    double? RequestsPerSecond,
    double? EndLateSeconds,
    bool? KeptUp,
    LatencyEntry Latency,
    LatencyEntry AnsweredLatency,
    double? SlowSeconds,
    long? SlowRequests,
    double? SlowShare,
    int Connections,
    bool KeepAlive,
    long ConnectionsOpened,
    double TimeoutSeconds,
    long WaitedForConnection,
    double? StartedLateP50Seconds,
    double? StartedLateP99Seconds,
    double? GeneratorCpuCores,
    IReadOnlyList<StatusEntry> Statuses,
    IReadOnlyList<LoadFailureEntry> Failures,
    IReadOnlyList<LoadPathEntry> Paths)
{
    public const string Name = "lowtide/load/1";

    public static LoadDocument Of(LoadResult result, FoundRate? found) => new(
        Name,
        result.Plan.Url.ToString(),
        result.Plan.Method,
        result.Schedule.Rate,
        found is null ? null : FoundRateEntry.Of(found),
        result.Schedule.Count,
        result.Stopped,
        result.Answered,
        result.Errors,
        result.WrongStatus,
        result.WrongBody,
        result.WrongAnswer,
        result.Unanswered,
        result.Seconds,
        result.AnsweredRate,
        result.EndLateSeconds,
        result.KeptUp,
        LatencyEntry.Of(result.LatencyQuantile),
        LatencyEntry.Of(result.AnsweredQuantile),
        result.Plan.SlowSeconds,
        result.Slow,
        result.SlowShare,
        result.Plan.Connections,
        result.Plan.KeepAlive,
        result.Opened,
        result.Plan.Timeout.TotalSeconds,
        result.Waited,
        result.Lateness.Quantile(0.5),
        result.Lateness.Quantile(0.99),
        result.Seconds > 0 ? result.CpuSeconds / result.Seconds : null,
        [.. result.Statuses.Select(status => new StatusEntry(status.Status, status.Count))],
        [.. result.Failures.Select(failure => new LoadFailureEntry(failure.Why, failure.Count))],
        [.. result.Paths.Select(path => new LoadPathEntry(
            path.Path.Path, path.Path.Weight, path.Requests, path.Errors, path.Unanswered, path.LatencyQuantile(0.5), path.LatencyQuantile(0.99)))]);
}

/// <summary>From the intended start to the last byte; null where that request was never answered.</summary>
/// <param name="Precision">How far a quantile may be from what it stands for, as a share of it.</param>
internal sealed record LatencyEntry(
    double Precision, double? P50Seconds, double? P90Seconds, double? P99Seconds, double? P999Seconds, double? MaxSeconds)
{
    public static LatencyEntry Of(Func<double, double?> quantile) =>
        new(LatencyHistogram.Precision, quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), quantile(1));
}

internal sealed record StatusEntry(int Status, long Count);

internal sealed record LoadFailureEntry(string Why, long Count);

internal sealed record LoadPathEntry(
    string Path, int Weight, long Requests, long Errors, long Unanswered, double? P50Seconds, double? P99Seconds);
