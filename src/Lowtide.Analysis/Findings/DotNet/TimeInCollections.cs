using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>So much of the time goes into pauses that an alert on it would go off.</summary>
public sealed class TimeInCollections : IFindingRule
{
    private const double Alert = CounterAlert.PauseShare;

    public const string FindingId = "dotnet.time-in-collections";

    public string Id => FindingId;

    public string Title => "much of the time goes to collections";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { Seconds: > 0 } trace || trace.PauseSeconds / trace.Seconds is var share && share <= Alert)
            return Examination.Nothing;
        var pauses = trace.OwnPauses.ToList();
        var longest = pauses.Max(pause => pause.Seconds);
        return Examination.Found(new Finding(
            Id,
            $"All threads stood still for collections {Amount.Percent(share)} of the time.",
            null, null,
            [
                new Evidence("pause_share", share,
                    $"{Unit.Seconds.Text(trace.PauseSeconds)} of {Amount.Time(trace.Seconds)}; over {Amount.Percent(Alert)} is worth an alert"),
                new Evidence("longest_pause_seconds", longest, $"{pauses.Count:N0} pauses, the longest {Unit.Seconds.Text(longest)}"),
                .. Asked(trace) is > 0 and var asked
                    ? [new Evidence("induced_pause_seconds", asked,
                        $"{Unit.Seconds.Text(asked)} of it the program asked for: dotnet.induced-collections says who")]
                    : Array.Empty<Evidence>(),
                .. trace.Deaths is null ? Array.Empty<Evidence>()
                    : [new Evidence("survivors_told", null,
                        "survivors were told meanwhile, which makes pauses longer: judge them by a recording without --deaths")],
            ])
        {
            Seconds = trace.PauseSeconds,
            Collections = trace.Collections,
            IsSum = true,
        });
    }

    /// <summary>Whether the larger part of the pauses is of collections that the program did not ask for, so that how the runtime collects matters.</summary>
    internal static bool IsMostlyOwn(DotNetTrace trace) => 2 * Asked(trace) <= trace.PauseSeconds;

    private static double Asked(DotNetTrace trace) =>
        trace.Collections.Where(collection => collection.IsInduced).Sum(collection => collection.PauseSeconds);
}
