using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

/// <summary>A master and its workers by pid only; nothing of their memory has been looked at.</summary>
/// <param name="Master">Null where the master has died and its workers were left.</param>
/// <param name="Workers">Oldest first.</param>
public sealed record Family(ProcessStat? Master, IReadOnlyList<ProcessStat> Workers)
{
    public IEnumerable<ProcessStat> Members => Master is null ? Workers : Workers.Prepend(Master);

    public ProcessStat Head => Master ?? Workers[0];
}

/// <summary>
/// Finds families: processes that were forked from one another and have not called exec since. A forked process has its
/// parent's code, stack and heap at the very same addresses; address randomisation gives every exec new ones (proc(5),
/// startcode, startstack, start_brk). So children by exec (a shell's commands) do not look like workers.
/// </summary>
public static class FamilyFinder
{
    private const int MostGenerations = 64;

    /// <param name="processes">All processes; kernel threads and zombies are left out here.</param>
    /// <param name="randomised">Whether addresses are randomised: if not, equal addresses say little, and only a
    /// parent's own children count.</param>
    public static IReadOnlyList<Family> Find(IEnumerable<ProcessStat> processes, bool randomised)
    {
        var alive = processes.Where(process => !process.IsKernelThread && !process.IsZombie).ToDictionary(process => process.Pid);
        var parts = new Dictionary<int, Part>();
        foreach (var process in alive.Values)
        {
            var root = RootOf(process, alive);
            if (!parts.TryGetValue(root.Pid, out var part))
                parts[root.Pid] = part = new Part(root);
            if (process != root)
                part.Descendants.Add(process);
        }
        var families = new List<Family>(parts.Count);
        foreach (var orphans in parts.Values.GroupBy(part => OrphanKey(part.Root, randomised)))
        {
            var group = orphans.ToList();
            families.Add(group.Count == 1
                ? new Family(group[0].Root, Oldest(group[0].Descendants))
                : new Family(null, Oldest(group.SelectMany(part => part.Descendants.Prepend(part.Root)))));
        }
        return [.. families.OrderBy(family => family.Head.Pid)];
    }

    /// <summary>A process that was not forked from any other here, and those that were forked from it.</summary>
    private sealed record Part(ProcessStat Root)
    {
        public List<ProcessStat> Descendants { get; } = [];
    }

    private static IReadOnlyList<ProcessStat> Oldest(IEnumerable<ProcessStat> processes) =>
        [.. processes.OrderBy(process => process.StartTicks).ThenBy(process => process.Pid)];

    private static ProcessStat RootOf(ProcessStat process, Dictionary<int, ProcessStat> alive)
    {
        var root = process;
        for (var step = 0; step < MostGenerations; step++)
        {
            if (!alive.TryGetValue(root.ParentPid, out var parent) || !WasForkedFrom(root, parent))
                return root;
            root = parent;
        }
        // The list is no snapshot, and pids reused meanwhile can close a ring: it has no root that all of it agree on.
        return process;
    }

    /// <summary>Without permission the kernel shows no addresses; then a child of the same name is taken for forked.</summary>
    private static bool WasForkedFrom(ProcessStat child, ProcessStat parent) =>
        child.StartTicks >= parent.StartTicks
        && (child.StackStart == 0
            ? parent.StackStart == 0 && child.Name == parent.Name
            : SameImage(child, parent));

    private static bool SameImage(ProcessStat one, ProcessStat other) =>
        one.CodeStart == other.CodeStart && one.StackStart == other.StackStart && one.BreakStart == other.BreakStart;

    /// <summary>Workers whose master died have one new parent and still one image; everybody else is alone.</summary>
    private static string OrphanKey(ProcessStat root, bool randomised) =>
        randomised && root.StackStart != 0
            ? $"{root.CodeStart:x} {root.StackStart:x} {root.BreakStart:x} {root.ParentPid}"
            : $"{root.Pid}";
}
