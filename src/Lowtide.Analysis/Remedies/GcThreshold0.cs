using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Sets the collector's first threshold to 0, so that it never starts by itself. Unlike gc.disable() it
/// survives a library that calls gc.enable() (Instagram 2017: msgpack did).
/// </summary>
public sealed class GcThreshold0 : PythonRemedy
{
    public override string Id => "cpython.gc-threshold-0";

    public override string Title => "the cyclic collector never starts by itself";

    public override string Summary => "gc.set_threshold(0) at start: the cyclic collector never runs by itself";

    public override IReadOnlyList<string> Answers => [CollectorCopies.FindingId, CollectorTurnedOn.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "reference cycles are no longer freed: memory may grow until the worker is recycled",
        "code that calls gc.collect() or gc.set_threshold() itself still collects",
    ];

    /// <summary>The collector's share at first; from then on what it would have freed stays.</summary>
    public override Saving? Predict(Finding finding, Recording recording) =>
        WithoutCollections(recording) with { Cost = Uncollected(recording, mostEach: null) };

    public override bool? TookEffect(Member member) =>
        member.Runtime?.Collector is { } collector ? collector.Generations[0].Threshold == 0 : null;
}
