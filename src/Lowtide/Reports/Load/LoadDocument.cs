using Lowtide.Load;

namespace Lowtide.Reports.Load;

/// <summary>lowtide/load/1</summary>
internal sealed record LoadDocument
{
    public const string Name = "lowtide/load/1";

    public required string Schema { get; init; }

    public required string Url { get; init; }

    public required string Method { get; init; }

    public required double Rate { get; init; }

    public required FoundRateEntry? FoundRate { get; init; }

    /// <summary>Wanted; all of them ended unless <see cref="Stopped"/>.</summary>
    public required long Requests { get; init; }

    public required bool Stopped { get; init; }

    /// <summary>With any status and body.</summary>
    public required long Answered { get; init; }

    /// <summary>Wrong status, wrong body or unanswered.</summary>
    public required long Errors { get; init; }

    public required long WrongStatus { get; init; }

    public required long WrongBody { get; init; }

    /// <summary>How the body of the first wrong answer begins; null where none was wrong.</summary>
    public required string? WrongAnswer { get; init; }

    public required long Unanswered { get; init; }

    public required double Seconds { get; init; }

    public required double? RequestsPerSecond { get; init; }

    /// <summary>The last answer, after the last request was due; null where not all ended.</summary>
    public required double? EndLateSeconds { get; init; }

    /// <summary>Whether the server kept up with the rate; null where the run was too short to tell.</summary>
    public required bool? KeptUp { get; init; }

    public required LatencyEntry Latency { get; init; }

    /// <summary>Of those that were answered; <see cref="Latency"/> takes the others for longer than any.</summary>
    public required LatencyEntry AnsweredLatency { get; init; }

    public required double? SlowSeconds { get; init; }

    public required long? SlowRequests { get; init; }

    public required double? SlowShare { get; init; }

    public required int Connections { get; init; }

    public required bool KeepAlive { get; init; }

    public required long ConnectionsOpened { get; init; }

    public required double TimeoutSeconds { get; init; }

    public required long WaitedForConnection { get; init; }

    public required double? StartedLateP50Seconds { get; init; }

    public required double? StartedLateP99Seconds { get; init; }

    /// <summary>CPU seconds of the generator a second.</summary>
    public required double? GeneratorCpuCores { get; init; }

    public required IReadOnlyList<StatusEntry> Statuses { get; init; }

    public required IReadOnlyList<LoadFailureEntry> Failures { get; init; }

    public required IReadOnlyList<LoadPathEntry> Paths { get; init; }

    public static LoadDocument Of(LoadResult result, FoundRate? found) => new()
    {
        Schema = Name,
        Url = result.Plan.Url.ToString(),
        Method = result.Plan.Method,
        Rate = result.Schedule.Rate,
        FoundRate = found is null ? null : FoundRateEntry.Of(found),
        Requests = result.Schedule.Count,
        Stopped = result.Stopped,
        Answered = result.Answered,
        Errors = result.Errors,
        WrongStatus = result.WrongStatus,
        WrongBody = result.WrongBody,
        WrongAnswer = result.WrongAnswer,
        Unanswered = result.Unanswered,
        Seconds = result.Seconds,
        RequestsPerSecond = result.AnsweredRate,
        EndLateSeconds = result.EndLateSeconds,
        KeptUp = result.KeptUp,
        Latency = LatencyEntry.Of(result.LatencyQuantile),
        AnsweredLatency = LatencyEntry.Of(result.AnsweredQuantile),
        SlowSeconds = result.Plan.SlowSeconds,
        SlowRequests = result.Slow,
        SlowShare = result.SlowShare,
        Connections = result.Plan.Connections,
        KeepAlive = result.Plan.KeepAlive,
        ConnectionsOpened = result.Opened,
        TimeoutSeconds = result.Plan.Timeout.TotalSeconds,
        WaitedForConnection = result.Waited,
        StartedLateP50Seconds = result.Lateness.Quantile(0.5),
        StartedLateP99Seconds = result.Lateness.Quantile(0.99),
        GeneratorCpuCores = result.Seconds > 0 ? result.CpuSeconds / result.Seconds : null,
        Statuses = [.. result.Statuses.Select(status => new StatusEntry(status.Status, status.Count))],
        Failures = [.. result.Failures.Select(failure => new LoadFailureEntry(failure.Why, failure.Count))],
        Paths = [.. result.Paths.Select(path => new LoadPathEntry(
            path.Path.Path, path.Path.Weight, path.Requests, path.Errors, path.Unanswered, path.LatencyQuantile(0.5), path.LatencyQuantile(0.99)))],
    };
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
