using Lowtide.Analysis.Faults;
using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>The page faults of one process, as screen and report show them.</summary>
internal sealed record ProcessFaults(FaultingProcess Process, string Role, IReadOnlyList<FaultChain> Chains)
{
    public CopiesByWay Copies { get; } = CopiesByWay.Of(Chains);

    public long Of(FaultKind kind) => Chains.Where(chain => chain.Kind == kind).Sum(chain => chain.Faults);

    /// <summary>Most faults first.</summary>
    public static IReadOnlyList<ProcessFaults> All(PageFaults faults)
    {
        var chains = faults.Chains.ToLookup(chain => chain.Pid);
        return
        [
            .. faults.Processes
                .Select(process => new ProcessFaults(process, RoleOf(process, faults.Processes.Count == 1), [.. chains[process.Pid]]))
                .OrderByDescending(process => process.Chains.Sum(chain => chain.Faults)),
        ];
    }

    private static string RoleOf(FaultingProcess process, bool alone) => process switch
    {
        { Role: Recordings.Role.Master } => alone ? "alone" : "master",
        { Forked: true } => "worker, just forked",
        _ => "worker",
    };
}
