using Lowtide.Recordings;

namespace Lowtide.Trials;

/// <summary>One server start: the unit of a trial. Requests within one are not independent of each other.</summary>
/// <param name="Arm">Its name.</param>
/// <param name="Pair">From 0.</param>
/// <param name="Recording">The family right after the load.</param>
/// <param name="Load">What the load command reported.</param>
/// <param name="Killed">It did not stop by itself within the grace.</param>
internal sealed record RunResult(
    string Arm,
    int Pair,
    Recording Recording,
    LoadReport Load,
    double ReadySeconds,
    double StopSeconds,
    bool Killed);

/// <summary>A start that is reported and never counted.</summary>
internal sealed record FailedRun(string Arm, int Pair, string Why);

/// <summary>Starts, warms, loads, measures and stops one server; a test puts made-up servers in its place.</summary>
internal interface IServerRunner
{
    /// <exception cref="Failure">The run cannot be counted: it did not start, get ready, or serve.</exception>
    Task<RunResult> RunAsync(Arm arm, int pair, CancellationToken cancellation);
}
