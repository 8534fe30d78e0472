using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>Collections of generation 2 that stop all threads until they are done.</summary>
public sealed class BlockingGen2 : IFindingRule
{
    /// <summary>What a user notices, or what a throughput does.</summary>
    private const double LongPause = 0.05, LargeShare = 0.01;

    public const string FindingId = "dotnet.blocking-gen2";

    public string Id => FindingId;

    public string Title => "full collections stop all threads";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var blocking = Of(trace);
        if (!Matters(blocking, trace))
            return Examination.Nothing;
        var (sum, longest) = (blocking.Sum(collection => collection.PauseSeconds), blocking.Max(collection => collection.PauseSeconds));
        var own = blocking.Count(collection => !collection.IsInduced);
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
                        { Concurrent: true } when own == 0 => "background collection is on; GC.Collect blocks all the same, unless it is told not to",
                        { Concurrent: true } when own < blocking.Count =>
                            $"background collection is on, and was not used for the {own:N0} that nobody asked for; "
                                + "GC.Collect blocks all the same, unless it is told not to",
                        { Concurrent: true } => "background collection is on, and was not used for these",
                        _ => "background collection is off (gcConcurrent): every collection of generation 2 blocks",
                    }),
                .. own == 0
                    ? [new Evidence(Finding.InCode, null,
                        $"all were asked for: {(blocking.Exists(IsByName) ? "dotnet.induced-collections names by whom, and " : "")}"
                        + "taking that call out ends them")]
                    : Array.Empty<Evidence>(),
            ]));

        bool IsByName(DotNetCollection collection) => Blame.IsNamed(Blame.Asker(collection, trace));
    }

    internal static List<DotNetCollection> Of(DotNetTrace trace) =>
        [.. trace.Collections.Where(collection => collection is { Generation: 2, Kind: not CollectionKind.Background })];

    /// <summary>Whether these of them are long or many enough.</summary>
    internal static bool Matters(List<DotNetCollection> blocking, DotNetTrace trace) => blocking.Count > 0
        && (blocking.Max(collection => collection.PauseSeconds) >= LongPause
            || blocking.Sum(collection => collection.PauseSeconds) >= LargeShare * trace.Seconds);
}
