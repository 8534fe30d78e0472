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

    public override string Summary => "collector off in workers; one collection in an idle moment after each 64 MiB of growth";

    public override IReadOnlyList<string> Answers => ["cpython.collector-copies", "cpython.collector-turned-on", "cpython.cycles-grow"];

    public override IReadOnlyList<string> Includes => ["cpython.gc-threshold-0", "cpython.gc-freeze"];

    public override IReadOnlyList<string> Risks =>
    [
        "cycles stay until a worker has grown by LOWTIDE_COLLECT_WHEN_MIB (64); those that it inherited are never freed",
        "idle is guessed by CPU time: a request that waits for a database may meet the collection; one that is busy for a minute does",
        "under uWSGI it sets py-call-osafterfork and after_req_hook: a server that sets that hook itself later has no such collection",
        "elsewhere each worker has one thread more; CPython 3.12 and later warns where such a worker forks (DeprecationWarning)",
    ];

    protected override bool NeedsHookOfUwsgi => true;

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family) ?? FreezeThatWrites.Refusal(family);

    /// <summary>What a collector that never starts leaves shared: its collections come to no inherited page. Of growth it says nothing.</summary>
    public override Saving? Predict(Finding finding, Recording recording) =>
        finding.Id == "cpython.cycles-grow" ? null : WithoutCollections(recording);

    public override bool? TookEffect(Member member) => (IsNoted(member), member.Runtime?.Collector) switch
    {
        (false, _) => false,
        (_, { Generations: [{ Threshold: not 0 }, ..] } or { Frozen: false }) => false,
        (true, { Frozen: true }) => true,
        _ => null,
    };
}
