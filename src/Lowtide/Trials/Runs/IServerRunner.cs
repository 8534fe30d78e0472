using Lowtide.Trials.Arms;

namespace Lowtide.Trials.Runs;

/// <summary>Starts, warms, loads, measures and stops one server; a test puts made-up servers in its place.</summary>
internal interface IServerRunner
{
    /// <exception cref="Failure">The run cannot be counted: it did not start, get ready, or serve.</exception>
    Task<MeasuredRun> RunAsync(Arm arm, int block, CancellationToken cancellation);
}
