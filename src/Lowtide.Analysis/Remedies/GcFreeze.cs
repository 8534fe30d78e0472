using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Sets aside in each worker, right after the fork, what it inherited (gc.freeze): the collector goes on, but over the
/// worker's own objects alone.
/// </summary>
public sealed class GcFreeze : PythonRemedy
{
    public override string Id => "cpython.gc-freeze";

    public override string Summary => "gc.freeze() in each worker after the fork: the collector leaves inherited objects alone";

    public override IReadOnlyList<string> Answers => ["cpython.collector-copies"];

    public override IReadOnlyList<string> Risks =>
    [
        "cycles that a worker inherited are never freed in it; its own are, as ever",
        "LOWTIDE_GC_FREEZE_COLLECT_BEFORE=MODULE frees in the master those from before the import of MODULE; name one behind which much is loaded",
        "under uWSGI it sets py-call-osafterfork, without which no worker runs the hook: Python then sees signals in workers",
    ];

    protected override bool NeedsHookOfUwsgi => true;

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family) ?? FreezeThatWrites.Refusal(family);

    /// <summary>The same pages that a collector that never starts would leave shared.</summary>
    public override Saving? Predict(Finding finding, Recording recording) => WithoutCollections(recording);

    public override bool? TookEffect(Member member) => member.Runtime?.Collector?.Frozen;
}
