using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Collections of generation 2 that stop all threads until they are done.</summary>
public sealed class BlockingGen2 : IFindingRule
{
    /// <summary>What a user notices, or what a throughput does.</summary>
    private const double LongPause = 0.05, LargeShare = 0.01;

    public string Id => "dotnet.blocking-gen2";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var blocking = trace.Collections.Where(collection => collection is { Generation: 2, Kind: not CollectionKind.Background }).ToList();
        if (blocking.Count == 0)
            return Examination.Nothing;
        var (sum, longest) = (blocking.Sum(collection => collection.PauseSeconds), blocking.Max(collection => collection.PauseSeconds));
        if (longest < LongPause && sum < LargeShare * trace.Seconds)
            return Examination.Nothing;
        return Examination.Found(Finding.OfPauses(
            Id,
            blocking.Count == 1
                ? $"A collection of generation 2 stopped all threads until it was done, for {Unit.Seconds.Text(longest)}."
                : $"{blocking.Count:N0} collections of generation 2 stopped all threads until they were done, "
                    + $"for {Unit.Seconds.Text(longest)} at the longest.",
            blocking,
            [
                new Evidence("pause_seconds", sum, $"{PauseWords.Text(blocking)}, in {Amount.Time(trace.Seconds)}"),
                .. ReasonWords.Rows(blocking),
                new Evidence("concurrent", trace.Settings is null ? null : trace.Settings.Concurrent ? 1 : 0,
                    trace.Settings switch
                    {
                        null => "whether background collection is on was not told",
                        { Concurrent: true } => "background collection is on, and was not used for these",
                        _ => "background collection is off (gcConcurrent): every collection of generation 2 blocks",
                    }),
            ]));
    }
}
