using System.ComponentModel.DataAnnotations;
using Lowtide.Load;
using Lowtide.Recordings;

namespace Lowtide.Reports.Load;

/// <summary>What 'lowtide load URL --json' prints: what one load measured.</summary>
internal sealed record LoadDocument
{
    public const string Name = "lowtide/load/1";

    public required string Schema { get; init; }

    public required string Url { get; init; }

    public required string Method { get; init; }

    /// <summary>Requests a second that were due.</summary>
    [Above(0)]
    public required double Rate { get; init; }

    /// <summary>How the rate was found; null where it was given.</summary>
    public required FoundRateEntry? FoundRate { get; init; }

    /// <summary>Wanted; all of them ended unless <see cref="Stopped"/>.</summary>
    [AtLeast(1)]
    public required long Requests { get; init; }

    /// <summary>Ended early by a signal; what was under way then is not counted.</summary>
    public required bool Stopped { get; init; }

    /// <summary>With a whole answer of any status and body.</summary>
    public required long Answered { get; init; }

    /// <summary>wrong_status, wrong_body and unanswered.</summary>
    public required long Errors { get; init; }

    /// <summary>Not the one of --expect-status, or 400 and more without it.</summary>
    public required long WrongStatus { get; init; }

    /// <summary>The status was right, the text of --expect-body was missing.</summary>
    public required long WrongBody { get; init; }

    /// <summary>How the body of the first wrong answer begins, its control characters replaced; null where none was wrong.</summary>
    public required string? WrongAnswer { get; init; }

    /// <summary>Refused, broken off, or not whole within the timeout.</summary>
    public required long Unanswered { get; init; }

    /// <summary>From the first intended start to the last end.</summary>
    public required double Seconds { get; init; }

    /// <summary>Answered / seconds; null where nothing was answered.</summary>
    public required double? RequestsPerSecond { get; init; }

    /// <summary>From when the last request was due to the last end; null where not all were carried out.</summary>
    [Signed]
    public required double? EndLateSeconds { get; init; }

    /// <summary>Whether the server kept up with the rate; null where the run was too short, or requests took too long for it, to tell.</summary>
    public required bool? KeptUp { get; init; }

    /// <summary>From the intended start to the last byte; requests without an answer are longer than all others, and null where a quantile is one of
    /// them.</summary>
    public required LatencyEntry Latency { get; init; }

    /// <summary>The same of those that were answered alone; null where none was.</summary>
    public required LatencyEntry AnsweredLatency { get; init; }

    /// <summary>The limit of --slow.</summary>
    public required double? SlowSeconds { get; init; }

    /// <summary>That took longer than slow_seconds, or were not answered; null without a limit.</summary>
    public required long? SlowRequests { get; init; }

    /// <summary>slow_requests of all that ended.</summary>
    [Range(0, 1)]
    public required double? SlowShare { get; init; }

    /// <summary>Requests under way at once, at most.</summary>
    [AtLeast(1)]
    public required int Connections { get; init; }

    public required bool KeepAlive { get; init; }

    /// <summary>In the course of the run; few where the server keeps them, one a request where it does not.</summary>
    public required long ConnectionsOpened { get; init; }

    public required double TimeoutSeconds { get; init; }

    /// <summary>Requests that were due while all connections were busy; their wait is in their latency.</summary>
    public required long WaitedForConnection { get; init; }

    /// <summary>Of requests that found a free connection: the generator's own delay; null where there was none.</summary>
    public required double? StartedLateP50Seconds { get; init; }

    public required double? StartedLateP99Seconds { get; init; }

    /// <summary>CPU seconds of the generator a second.</summary>
    public required double? GeneratorCpuCores { get; init; }

    public required IReadOnlyList<StatusEntry> Statuses { get; init; }

    /// <summary>Why requests were unanswered, most frequent first.</summary>
    public required IReadOnlyList<LoadFailureEntry> Failures { get; init; }

    [MinLength(1)]
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
/// <param name="Precision">How far a quantile may be from the latency that it stands for, as a share of it.</param>
internal sealed record LatencyEntry(
    double Precision, double? P50Seconds, double? P90Seconds, double? P99Seconds, double? P999Seconds, double? MaxSeconds)
{
    public static LatencyEntry Of(Func<double, double?> quantile) =>
        new(LatencyHistogram.Precision, quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), quantile(1));
}

internal sealed record StatusEntry([AtLeast(100)] int Status, long Count);

internal sealed record LoadFailureEntry(string Why, long Count);

internal sealed record LoadPathEntry(
    string Path,
    [AtLeast(1)] int Weight,
    long Requests,
    long Errors,
    long Unanswered,
    double? P50Seconds,
    double? P99Seconds);
