using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Explain;

/// <param name="Master">Null where the master has died and left its workers.</param>
/// <param name="Workers">Oldest first; empty for a lone process.</param>
/// <param name="Runtime">Null where none was found that Lowtide knows.</param>
/// <param name="Allocator">The malloc that is really called; null where it could not be told.</param>
/// <param name="Ruby">Of each member that runs CRuby and of which anything was read; null where none does.</param>
/// <param name="Breakdown">Of each member of a Ruby, CPython or .NET family, its PSS by what it is; null where none could be told.</param>
/// <param name="Children">What a process without workers has started by a command, most memory first: they share nothing with it; null where that was
/// not looked for.</param>
internal sealed record ExplainFamily(
    [AtLeast(1)] int? Master,
    [AtLeast(1)] IReadOnlyList<int> Workers,
    RuntimeEntry? Runtime,
    AllocatorEntry? Allocator,
    IReadOnlyList<RubyEntry>? Ruby,
    IReadOnlyList<BreakdownEntry>? Breakdown,
    IReadOnlyList<ChildFamily>? Children)
{
    public static ExplainFamily Of(Diagnosis diagnosis)
    {
        var family = diagnosis.Family;
        return new ExplainFamily(
            family.Master?.Process.Pid,
            [.. family.Workers.Select(worker => worker.Process.Pid)],
            family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
            AllocatorEntry.Of(family),
            RubyEntry.All(family),
            diagnosis.Breakdown is { } breakdown ? [.. breakdown.Select(BreakdownEntry.Of)] : null,
            family.Children);
    }
}
