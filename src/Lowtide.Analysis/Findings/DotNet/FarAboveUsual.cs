using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>
/// Counters of a .NET service that were far above what they usually are: their last day against the median of the fourteen days before. Those
/// with a fixed threshold have rules of their own (<see cref="TimeInCollections"/>, <see cref="InducedCollections"/>).
/// </summary>
public sealed class FarAboveUsual : IFindingRule
{
    public const string FindingId = "dotnet.far-above-usual";

    public string Id => FindingId;

    public string Title => "counters are far above the usual";

    public Examination Examine(Recording recording)
    {
        var raised = CounterAlert.All(recording).Where(alert => alert is { State: AlertState.Raised, NeededSeconds: > 0 }).ToList();
        if (raised.Count == 0)
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"In the last day {string.Join(" and ", raised.Select(alert => alert.Words))} went far above the two weeks before.",
            raised.Where(alert => alert.Unit == Unit.Bytes).Select(Excess).Max(), null,
            [.. raised.Select(alert => new Evidence(alert.Counter, alert.LastDay,
                $"{alert.Words}: {alert.Text(alert.LastDay!.Value)}, where the median of fourteen days is {alert.Text(alert.Median!.Value)}"))]));
    }

    /// <summary>Generation 2 is part of the private bytes: the largest says it all.</summary>
    private static long? Excess(CounterAlert alert) => (long)(alert.LastDay!.Value - alert.Median!.Value);
}
