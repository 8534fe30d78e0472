using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>Facts of a family in the few words that every screen and report uses for them, as the target names itself.</summary>
internal static class FamilyWords
{
    public static string Runtime(FamilySnapshot family) => family.Runtime is { } runtime
        ? $"{RuntimeName(runtime.Name)} {runtime.Version}".TrimEnd()
        : "-";

    public static string Allocator(FamilySnapshot family) =>
        family.Allocator is { } allocator ? $"{allocator.Name} {allocator.Version}".TrimEnd() : "-";

    public static string Workers(FamilySnapshot family) => family.Workers.Count == 1 ? "1 worker" : $"{family.Workers.Count} workers";

    /// <summary>Null where no worker's pages are known, or none was inherited.</summary>
    public static string? Sharing(FamilySnapshot family)
    {
        var tallies = family.Workers.Select(worker => worker.Census?.Tally).OfType<PageTally>().ToList();
        var inherited = tallies.Sum(tally => tally.InheritedBytes);
        if (inherited == 0)
            return null;
        var shared = tallies.Sum(tally => tally.InheritedSharedBytes);
        var undecided = tallies.Sum(tally => tally.UndecidedBytes);
        return $"of {Amount.Bytes(inherited / tallies.Count)} that a worker inherited, {Amount.Percent(shared / (double)inherited)} is still shared"
            + (undecided > inherited / 100 ? $"; {Amount.Bytes(undecided / tallies.Count)} a worker undecided" : "")
            + (family.Master?.MasterCopiedBytes is { } copied and > Amount.MiB ? $"; the master itself copied {Amount.Bytes(copied)}" : "");
    }

    public static string? Cgroup(CgroupMemory? cgroup) => cgroup switch
    {
        { LimitBytes: { } limit, BytesToKill: { } left } =>
            $"cgroup v{cgroup.Version}: {Screen.Size(cgroup.WorkingSetBytes)} of {Screen.Size(limit)} in use, {Screen.Size(left)} until the kernel kills",
        { UsedBytes: { } used } => $"cgroup v{cgroup.Version}: {Screen.Size(used)} in use, no limit",
        _ => null,
    };

    private static string RuntimeName(string name) => name switch
    {
        "cpython" => "CPython",
        _ => name,
    };
}
