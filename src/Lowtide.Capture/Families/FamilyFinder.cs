using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

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
    /// <param name="hasMade">Whether the first, as it says itself, has made the second, which calls itself a copy of the kit's.</param>
    public static IReadOnlyList<Family> Find(IEnumerable<ProcessStat> processes, bool randomised, Func<ProcessStat, ProcessStat, bool> hasMade) =>
        Find(processes, randomised, hasMade, out _);

    /// <param name="copies">Of the kit's, which are in no family: each as one of its own. Whoever noted it may have done so to hide it.</param>
    /// <inheritdoc cref="Find(IEnumerable{ProcessStat}, bool, Func{ProcessStat, ProcessStat, bool})"/>
    public static IReadOnlyList<Family> Find(
        IEnumerable<ProcessStat> processes, bool randomised, Func<ProcessStat, ProcessStat, bool> hasMade, out IReadOnlyList<Family> copies)
    {
        var alive = new Dictionary<int, ProcessStat>();
        foreach (var process in processes)
            if (!process.IsKernelThread && !process.IsZombie)
                alive[process.Pid] = process;
        var made = alive.Values.Where(process => process.Name is Family.KeeperName or Family.CountingName
            && alive.TryGetValue(process.ParentPid, out var parent) && hasMade(parent, process)).ToList();
        foreach (var copy in made)
            alive.Remove(copy.Pid);
        copies = made.ConvertAll(copy => new Family(copy, []));
        // A process that was not forked from any other here, and those that were forked from it.
        var parts = new Dictionary<ProcessStat, List<ProcessStat>>(ReferenceEqualityComparer.Instance);
        foreach (var (_, process) in alive)
        {
            var root = RootOf(process, alive);
            if (!parts.TryGetValue(root, out var descendants))
                parts[root] = descendants = [];
            if (process != root)
                descendants.Add(process);
        }
        return [.. Join(parts, randomised).Select(family =>
            family with { Keeper = made.Find(copy => copy.Name == Family.KeeperName && copy.ParentPid == family.Master?.Pid) })];
    }

    /// <summary>Of <paramref name="all"/>, the family whose head is <paramref name="pid"/>, and those that were started from it by exec.</summary>
    public static IEnumerable<Family> AtOrBelow(int pid, IReadOnlyList<Family> all)
    {
        var parents = all.SelectMany(family => family.Members).ToDictionary(member => member.Pid, member => member.ParentPid);
        return all.Where(family => IsBelow(family.Head.Pid));

        // Bounded: the list is no snapshot, and reused pids could close a ring.
        bool IsBelow(int member)
        {
            for (var step = 0; step < MostGenerations && member != pid; step++)
                if (!parents.TryGetValue(member, out member))
                    return false;
            return member == pid;
        }
    }

    /// <summary>A family for each part; parts whose roots are orphans of one master make one without it.</summary>
    private static List<Family> Join(Dictionary<ProcessStat, List<ProcessStat>> parts, bool randomised)
    {
        var groups = new Dictionary<string, List<ProcessStat>>();
        foreach (var (root, _) in parts)
        {
            var key = OrphanKey(root, randomised);
            if (!groups.TryGetValue(key, out var roots))
                groups[key] = roots = [];
            roots.Add(root);
        }
        var families = new List<Family>(groups.Count);
        foreach (var (_, roots) in groups)
        {
            if (roots is [var only])
            {
                families.Add(new Family(only, Oldest(parts[only])));
                continue;
            }
            var workers = new List<ProcessStat>();
            foreach (var root in roots)
            {
                workers.Add(root);
                workers.AddRange(parts[root]);
            }
            families.Add(new Family(null, Oldest(workers)));
        }
        families.Sort((one, other) => one.Head.Pid.CompareTo(other.Head.Pid));
        return families;
    }

    private static List<ProcessStat> Oldest(List<ProcessStat> processes)
    {
        processes.Sort((one, other) => one.StartTicks != other.StartTicks
            ? one.StartTicks.CompareTo(other.StartTicks)
            : one.Pid.CompareTo(other.Pid));
        return processes;
    }

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
            ? parent.StackStart == 0 && child.Program == parent.Program
            : SameImage(child, parent));

    private static bool SameImage(ProcessStat one, ProcessStat other) =>
        one.CodeStart == other.CodeStart && one.StackStart == other.StackStart && one.BreakStart == other.BreakStart;

    /// <summary>Workers whose master died have one new parent and still one image; everybody else is alone.</summary>
    private static string OrphanKey(ProcessStat root, bool randomised) =>
        randomised && root.StackStart != 0
            ? $"{root.CodeStart:x} {root.StackStart:x} {root.BreakStart:x} {root.ParentPid}"
            : $"{root.Pid}";
}
