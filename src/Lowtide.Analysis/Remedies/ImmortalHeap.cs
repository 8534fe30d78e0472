using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// What the master has loaded before its first fork gets immortal reference counts (PEP 683), so that workers read it without
/// copying it. No supported way does that to objects in use: it is an experiment.
/// </summary>
public sealed class ImmortalHeap : PythonRemedy
{
    /// <summary>Minor versions whose counts it knows how to write; kits/python/lowtide_kit/remedies/immortal_heap.py refuses others by itself.</summary>
    private const int First = 12, Last = 14;

    private static readonly string Versions = string.Create(CultureInfo.InvariantCulture, $"CPython 3.{First} to 3.{Last}");

    public override string Id => "cpython.immortal-heap";

    public override string Title => "an experiment: reads copy nothing (3.12 to 3.14)";

    public override string Summary => $"what is loaded before the fork is never counted again: reads copy nothing ({Versions})";

    public override bool IsExperimental => true;

    public override IReadOnlyList<string> Answers => [ReferenceCountCopies.FindingId, CollectorCopies.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "nothing that the master held at its first fork is ever freed, in no process",
        "it writes reference counts in memory, which no interface of Python's allows: try it on a copy of the server first",
        "the first fork waits for it: about 3 s for a million objects",
        "under uWSGI it does nothing: uWSGI runs no hook before its forks",
    ];

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family)
        ?? FreezeThatWrites.Refusal(family)
        ?? (family.Runtime?.Version?.Split('.') is [_, var minor, ..] && int.TryParse(minor, out var number) && number is < First or > Last
            ? $"it writes reference counts as {Versions} have them, and this is {family.Runtime.Version}"
            : null);

    public override string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        base.RefusalAtLaunch(environment, command) ?? PythonCommandLine.HookRefusedByUwsgi(command);

    /// <summary>All that was copied with nothing changed, at best; what in it no reader shares any more cannot be told.</summary>
    public override Saving? Predict(Finding finding, Recording recording) => new(0, finding.Bytes ?? 0);

    public override bool? TookEffect(Member member) => (IsNoted(member), member.Runtime?.Collector?.Frozen) switch
    {
        (false, _) or (_, false) => false,
        (true, true) => true,
        _ => null,
    };
}
