using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Somebody keeps the collector from starting, and in workers it can: turned off in the master, or set so by a remedy, and undone since
/// (Instagram 2017: msgpack called gc.enable()). Which pages that cost is told by the copies, not here.
/// </summary>
public sealed class CollectorTurnedOn : IFindingRule
{
    public const string FindingId = "cpython.collector-turned-on";

    public string Id => FindingId;

    public string Title => "something turned the collector on again";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var kept = recording.Snapshots.SelectMany(snapshot => snapshot.Members).Where(member => CanStart(member) == false)
            .ToLookup(member => member.Process.Pid);
        string? Before(Member member) => CollectorTurnedOn.Before(member, kept[member.Process.Pid], family.Master);
        var undone = family.Serving.Where(member => CanStart(member) == true && Before(member) is not null).ToList();
        if (undone.Count == 0)
            return Examination.Nothing;
        var where = undone.Count == 1 ? $"process {undone[0].Process.Pid}" : $"{undone.Count} of {family.Serving.Count} workers";
        return Examination.Found(new Finding(
            Id, $"The collector was kept from starting, and can start in {where} all the same.", null, null,
            [
                new Evidence("processes", undone.Count, Before(undone[0])!),
                .. CollectorCallers.Of(undone, "gc.enable", "gc.set_threshold"),
                .. undone.Exists(member => member.Notes is not null)
                    ? Array.Empty<Evidence>()
                    : [new Evidence("calls", null, "who did it is noted where the server is started by 'lowtide run --watch-gc -- COMMAND'")],
            ]));
    }

    /// <summary>How it was kept from starting before; null where it was not, or nothing tells.</summary>
    /// <param name="kept">Of this pid, looks that saw it kept from starting.</param>
    private static string? Before(Member member, IEnumerable<Member> kept, Member? master)
    {
        var collector = member.Runtime!.Collector!;
        var now = Words(collector);
        if (kept.FirstOrDefault(earlier => earlier.Process.IsSameProcess(member.Process)
                && earlier.Process.StackStart == member.Process.StackStart) is { } then)
            return $"when the recording began: {Words(then.Runtime!.Collector!)}; at its end: {now}";
        // Of a process that no look saw with its collector off, only the environment tells that it once was.
        if (member.WasAskedFor("cpython.gc-threshold-0") == true)
            return $"cpython.gc-threshold-0 had set the threshold to 0; now: {now}";
        return master is not null && CanStart(master) == false
            ? $"in the master: {Words(master.Runtime!.Collector!)}; in process {member.Process.Pid}: {now}"
            : null;
    }

    private static bool? CanStart(Member member) =>
        member.Runtime?.Collector is { } collector ? collector.Enabled && collector.Generations[0].Threshold > 0 : null;

    private static string Words(CollectorFacts collector) =>
        $"{(collector.Enabled ? "on" : "off")}, threshold {collector.Generations[0].Threshold}";
}
