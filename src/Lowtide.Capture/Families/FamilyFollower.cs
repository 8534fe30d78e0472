using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

/// <summary>
/// Who is in a family now: its workers come and go. Looks only among the master's descendants, since a walk over all of
/// /proc every second is what monitoring agents are blamed for. A master that replaces itself by exec stays who it is: uWSGI reloads so.
/// </summary>
public sealed class FamilyFollower(Family first)
{
    /// <summary>A bound for a tree that changes while it is walked.</summary>
    private const int MostProcesses = 10_000;

    private readonly bool _randomised = FamilyLookup.AddressesAreRandomised();
    private readonly KitCopies _copies = new();
    private Family _last = first;

    /// <summary>The families at or below a process, without a walk over all of /proc where the kernel lists children.</summary>
    public static IReadOnlyList<Family> AtOrBelow(int pid) =>
        Procfs.Stat(pid) is { } stat && Descendants(stat) is { } below
            ? Find([.. below.Values], FamilyLookup.AddressesAreRandomised(), new KitCopies())
            : [.. FamilyFinder.AtOrBelow(pid, FamilyLookup.All())];

    /// <returns>Null once its master has ended; of a family without a master, once all of it has ended.</returns>
    public Family? Now()
    {
        var now = _last.Master is { } master ? Below(master) : Orphans();
        if (now is not null)
            _last = now;
        return now;
    }

    private Family? Below(ProcessStat known)
    {
        if (Procfs.Stat(known.Pid) is not { IsZombie: false } master || master.StartTicks != known.StartTicks)
            return null;
        var processes = Descendants(master) is { } below ? WithKnown(below).Values : AllStats();
        return Find([.. processes], _randomised, _copies).FirstOrDefault(family => family.Members.Any(member => member.Pid == master.Pid));
    }

    /// <summary>A process may lock its mappings at any time, and must not hold up whoever follows others.</summary>
    private static IReadOnlyList<Family> Find(List<ProcessStat> processes, bool randomised, KitCopies copies)
    {
        StuckProcesses.Look(processes.Where(process => !process.IsKernelThread).Select(process => process.Pid));
        return FamilyFinder.Find(processes, randomised, copies.HasMade);
    }

    /// <summary>Null where the kernel does not list children.</summary>
    private static Dictionary<int, ProcessStat>? Descendants(ProcessStat master)
    {
        var found = new Dictionary<int, ProcessStat> { [master.Pid] = master };
        var parents = new Queue<int>([master.Pid]);
        while (parents.TryDequeue(out var parent) && found.Count < MostProcesses)
        {
            if (Procfs.Children(parent) is not { } children)
                return null;
            foreach (var child in children)
                if (Procfs.Stat(child) is { } stat && found.TryAdd(child, stat))
                    parents.Enqueue(child);
        }
        return found;
    }

    /// <summary>The kernel's list of children may leave one out while another ends.</summary>
    private Dictionary<int, ProcessStat> WithKnown(Dictionary<int, ProcessStat> found)
    {
        foreach (var worker in _last.Workers)
            if (!found.ContainsKey(worker.Pid) && Procfs.Stat(worker.Pid) is { } stat && IsSameImage(stat, worker))
                found.Add(stat.Pid, stat);
        return found;
    }

    private Family? Orphans() =>
        Find([.. AllStats()], _randomised, _copies)
            .FirstOrDefault(family => family.Members.Any(member => _last.Members.Any(known => IsSameImage(member, known))));

    private static IEnumerable<ProcessStat> AllStats() => Procfs.Pids().Select(Procfs.Stat).OfType<ProcessStat>();

    /// <summary>exec keeps pid and start; where addresses are hidden it goes unnoticed.</summary>
    private static bool IsSameImage(ProcessStat one, ProcessStat other) =>
        one.Pid == other.Pid && one.StartTicks == other.StartTicks && one.StackStart == other.StackStart;
}
