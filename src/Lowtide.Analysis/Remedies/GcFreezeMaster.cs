using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Sets aside in the master, right before its first fork, what it has loaded (gc.freeze): neither its own later collections nor its workers', which
/// inherit that state, come there.
/// </summary>
public sealed class GcFreezeMaster : PythonRemedy
{
    public override string Id => "cpython.gc-freeze-master";

    public override string Title => "all collectors leave alone what the master loaded";

    public override string Summary => "gc.freeze() in the master before its first fork: no collector touches what was loaded by then, the master's neither";

    public override IReadOnlyList<string> Answers => [MasterCollects.FindingId, CollectorCopies.FindingId];

    /// <summary>What workers copied by themselves, freezing in them keeps shared as well, with less that stays for good: but for Celery's.</summary>
    public override bool Helps(Finding finding, Recording recording) =>
        finding.Id == MasterCollects.FindingId || (MasterMayCollect(recording.Latest) && base.Helps(finding, recording));

    public override IReadOnlyList<string> Includes => ["cpython.gc-freeze"];

    public override bool ActsInMaster => true;

    public override IReadOnlyList<string> Risks =>
    [
        "cycles from before the master's first fork are never freed, in no process",
        "what the master loads after its first fork, a worker inherits as before",
        "a worker that forks once more has what it holds then set aside too",
        "under uWSGI it does nothing: uWSGI runs no hook before its forks",
    ];

    protected override IReadOnlyList<ServerCode> Code =>
    [
        ServerCode.Gunicorn("import gc", "def when_ready(server):", "    gc.freeze()"),
        ServerCode.Celery("worker_init", "__import__('gc').freeze()"),
    ];

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family) ?? FreezeThatWrites.Refusal(family);

    public override string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        base.RefusalAtLaunch(environment, command) ?? PythonCommandLine.HookRefusedByUwsgi(command);

    /// <summary>What the master's collections copied, and with it what the workers' own did; like <see cref="GcFreeze"/>, less garbage waits in them.</summary>
    public override Saving? Predict(Finding finding, Recording recording)
    {
        var masters = CollectorShare.OfMaster(recording.Latest);
        return OfWorkers(recording) + new Saving(
            masters.LowBytes, masters.HighBytes + MasterCollects.OwnBytes(recording.Latest) + WaitingGarbage.MostBytes(recording));
    }

    public override bool? TookEffect(Member member) => member.Runtime?.Collector?.Frozen;
}
