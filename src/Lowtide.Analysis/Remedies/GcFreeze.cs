using Lowtide.Analysis.Causes;
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

    public override string Title => "workers' collector leaves alone what they inherited";

    public override string Summary => "gc.freeze() in each worker after the fork: the collector leaves inherited objects alone";

    public override IReadOnlyList<string> Answers => [CollectorCopies.FindingId, FullCollectionComing.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "cycles that a worker inherited are never freed in it; its own are, as ever",
        "under uWSGI it turns on py-call-osafterfork, which workers need to run the hook: Python then handles signals in them",
    ];

    protected override bool NeedsHookOfUwsgi => true;

    protected override IReadOnlyList<ServerCode> Code =>
    [
        ServerCode.Uwsgi("import gc", "uwsgi.post_fork_hook = gc.freeze"),
        ServerCode.Gunicorn("import gc", "def post_fork(server, worker):", "    gc.freeze()"),
        ServerCode.Celery("worker_process_init", "__import__('gc').freeze()"),
    ];

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family) ?? FreezeThatWrites.Refusal(family);

    /// <summary>The same pages that a collector that never starts would leave shared, and what waits for one that comes seldom.</summary>
    public override Saving? Predict(Finding finding, Recording recording)
    {
        if (finding.Id == FullCollectionComing.FindingId)
            return new Saving(0, finding.Bytes ?? 0) { RestsOn = "saved is what that collection would copy, from then on" };
        var pages = WithoutCollections(recording);
        return pages with { HighBytes = pages.HighBytes + WaitingGarbage.MostBytes(recording) };
    }

    public override bool? TookEffect(Member member) => member.Runtime?.Collector?.Frozen;
}
