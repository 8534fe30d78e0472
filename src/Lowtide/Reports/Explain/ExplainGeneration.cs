using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <param name="Workers">Pids, the first to be seen first.</param>
/// <param name="FirstSeconds">Into the recording.</param>
/// <param name="GoneSeconds">When the last of those that began it was last seen; null while one of them lives.</param>
/// <param name="FinalisationSeconds">The longest that one was seen to take its runtime apart; null where none was, as what follows is.</param>
/// <param name="CopiedAtEndLowBytes">By all of them meanwhile, by their private memory as far as it was read.</param>
/// <param name="CopiedAtEndHighBytes">The same by pages touched for the first time.</param>
internal sealed record ExplainGeneration(
    [AtLeast(1)] IReadOnlyList<int> Workers,
    double FirstSeconds,
    double? GoneSeconds,
    double? FinalisationSeconds,
    long? CopiedAtEndLowBytes,
    long? CopiedAtEndHighBytes)
{
    public static ExplainGeneration Of(WorkerGeneration generation)
    {
        var ends = generation.Workers.Select(Finalisation.Of).OfType<Finalisation>().ToList();
        return new ExplainGeneration(
            [.. generation.Workers.Select(worker => worker.Pid)],
            generation.FirstSeconds,
            generation.GoneSeconds,
            ReloadWords.Longest(generation)?.Seconds,
            ends.Count == 0 ? null : ends.Sum(end => end.CopiedLowBytes),
            ends.Count == 0 ? null : ends.Sum(end => end.CopiedHighBytes));
    }
}
