using System.Globalization;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Families;

/// <summary>Finds the family that a TARGET means: a pid of any member, or a name.</summary>
public static class FamilyLookup
{
    /// <summary>Of families in one message, and of letters of a command line there.</summary>
    private const int MostNamed = 8, LongestLine = 60;

    public static IReadOnlyList<Family> All() => All(out _, out _);

    /// <param name="unseen">Processes that /proc tells nothing of though they run: none hides by ending its main thread.</param>
    /// <param name="copies">Of the kit's, each as a family of one.</param>
    public static IReadOnlyList<Family> All(out IReadOnlyList<Unreadable> unseen, out IReadOnlyList<Family> copies)
    {
        var self = Environment.ProcessId;
        var stats = new List<ProcessStat>();
        foreach (var pid in Procfs.Pids())
            if (pid != self && Procfs.Stat(pid) is { } stat)
                stats.Add(stat);
        StuckProcesses.Look(stats.Where(stat => !stat.IsKernelThread).Select(stat => stat.Pid));
        unseen =
        [
            .. stats.Where(stat => StuckProcesses.Contains(stat.Pid)).Select(stat => StuckProcesses.Why(stat.Pid, stat.Program)),
            .. new[] { HiddenProcesses.Why() }.OfType<Unreadable>(),
            .. stats.Where(stat => stat.HasLostItsMainThread).Select(stat => new Unreadable("process.main-thread",
            $"memory of process {stat.Pid} ({stat.Name})", "its main thread has ended, and by way of that /proc tells of it", Mend: null)),
        ];
        return FamilyFinder.Find(stats, AddressesAreRandomised(), new KitCopies().HasMade, out copies);
    }

    /// <exception cref="NoSuchTargetException">With the reason and how to mend it.</exception>
    public static Family Find(string target) =>
        int.TryParse(target, NumberStyles.None, CultureInfo.InvariantCulture, out var pid) ? ByPid(pid) : ByName(target);

    private static Family ByPid(int pid)
    {
        // A thread's id answers under /proc too but is not in its listing.
        var process = Procfs.ThreadGroup(pid) is { } group ? Procfs.Stat(group) : null;
        if (process is null)
            throw new NoSuchTargetException($"no process {pid}; 'lowtide ps' lists what runs");
        if (process.IsKernelThread)
            throw new NoSuchTargetException($"{pid} ({process.Name}) is a kernel thread and has no memory of its own");
        if (process.HasLostItsMainThread)
            throw new NoSuchTargetException($"{pid} ({process.Name}) runs on in other threads, but its main thread has ended: "
                + "with that /proc tells nothing more of its memory");
        if (process.IsZombie)
            throw new NoSuchTargetException($"{pid} ({process.Name}) has ended and waits for its parent to notice (a zombie)");
        return All(out _, out var copies)
            .FirstOrDefault(family => family.Members.Any(member => member.Pid == process.Pid) || family.Keeper?.Pid == process.Pid)
            ?? copies.FirstOrDefault(copy => copy.Head.Pid == process.Pid)
            ?? throw NoSuchTargetException.Ended(process);
    }

    /// <summary>All families of that name; none where it is a pid.</summary>
    public static IReadOnlyList<Family> Named(string name) =>
        int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out _) ? [] : [.. All().Where(family => HasName(family.Head, name))];

    private static Family ByName(string name) => Named(name) switch
    {
        [var only] => only,
        [] => throw new NoSuchTargetException(
            $"no process is named '{name}' (names are taken whole); 'lowtide ps --all' lists what runs") { UnknownName = name },
        var several => throw new NoSuchTargetException(
            $"{several.Count} families are named '{name}': {string.Join("; ", several.Take(MostNamed).Select(Described))}"
            + $"{(several.Count > MostNamed ? "; ..." : "")}. Name one by its pid"),
    };

    /// <summary>By what families of one name differ: the end of the command line, where ports and folders stand.</summary>
    private static string Described(Family family)
    {
        var line = Procfs.CommandLine(family.Head.Pid) ?? "";
        var end = line.Length <= LongestLine ? line : "..." + line[^LongestLine..];
        return $"{family.Head.Pid} ({string.Concat(end.Select(letter => char.IsControl(letter) ? '?' : letter))})";
    }

    private static bool HasName(ProcessStat process, string name) => Names(process).Contains(name);

    /// <summary>By which the families that run can be asked for.</summary>
    public static IEnumerable<string> Names() => All().SelectMany(family => Names(family.Head)).Distinct();

    /// <summary>The kernel's name, the executable's, that of a script or module (-m) run by an interpreter, or what its title begins with.</summary>
    private static IEnumerable<string> Names(ProcessStat process)
    {
        yield return process.Program;
        yield return process.Name;
        if (Path.GetFileName(Procfs.Executable(process.Pid)) is { } executable)
            yield return executable;
        foreach (var name in ProgramName.AskedBy(Procfs.Words(process.Pid) ?? []))
            yield return name;
    }

    internal static bool AddressesAreRandomised() =>
        ProcFile.TryReadText("/proc/sys/kernel/randomize_va_space")?.Trim() != "0";
}

/// <summary>A TARGET that means nothing that can be looked at; the message is for the person who typed it.</summary>
public sealed class NoSuchTargetException(string message) : Exception(message)
{
    /// <summary>That nothing has; null where something else is wrong.</summary>
    public string? UnknownName { get; init; }

    public static NoSuchTargetException Ended(ProcessStat process) =>
        new($"process {process.Pid} ({process.Name}) ended while it was looked at");
}
