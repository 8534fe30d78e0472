using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// The collector is off in workers, and collects once, in an idle moment, when a worker's memory has grown by a set amount:
/// so cycles cannot leak for ever, and no request waits for the collector as far as that can be told.
/// </summary>
public sealed class CollectWhen : PythonRemedy
{
    public override string Id => "cpython.collect-when";

    public override string Title => "off in workers; collects in an idle moment after growth";

    public override string Summary => "collector off in workers; one collection in an idle moment after each tenth that it grows";

    public override IReadOnlyList<string> Answers => [CollectorCopies.FindingId, CollectorTurnedOn.FindingId, CyclesGrow.FindingId];

    public override IReadOnlyList<string> Includes => ["cpython.gc-threshold-0", "cpython.gc-freeze"];

    public override IReadOnlyList<string> Risks =>
    [
        "cycles stay until a worker has grown by a tenth (4 to 64 MiB; LOWTIDE_COLLECT_WHEN_MIB sets it); those that it inherited are never freed",
        "idle is guessed by CPU time: a request that waits for a database may meet the collection; one that is busy for a minute does",
        "under uWSGI it uses py-call-osafterfork and after_req_hook: code that sets after_req_hook later turns it off",
        "elsewhere each worker has one thread more; CPython 3.12 and later warns where such a worker forks (DeprecationWarning)",
    ];

    protected override bool NeedsHookOfUwsgi => true;

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family) ?? FreezeThatWrites.Refusal(family);

    /// <summary>As the kit has it: a worker collects when it has grown by so much of what it held at its fork.</summary>
    private const double GrownShare = 0.1;
    private const long LeastGrown = 4 * Amount.MiB, MostGrown = 64 * Amount.MiB;

    /// <summary>What a collector that never starts leaves shared, less the garbage that waits for its collection.</summary>
    public override Saving? Predict(Finding finding, Recording recording) => finding.Id == CyclesGrow.FindingId ? null
        : WithoutCollections(recording) with { Cost = Uncollected(recording, GrownBytes(recording.Latest)) };

    private static long GrownBytes(FamilySnapshot family) =>
        Math.Clamp((long)(GrownShare * family.Serving.Max(member => member.Memory.RssBytes ?? 0)), LeastGrown, MostGrown);

    public override bool? TookEffect(Member member) => (IsNoted(member), member.Runtime?.Collector) switch
    {
        (false, _) => false,
        (_, { Generations: [{ Threshold: not 0 }, ..] } or { Frozen: false }) => false,
        (true, { Frozen: true }) => true,
        _ => null,
    };
}
