namespace Lowtide.Recordings.Watching;

/// <summary>What is known of a machine's servers at one look, of a watch that goes on.</summary>
/// <param name="Families">By label.</param>
/// <param name="Events">That this look found; each is told once.</param>
public sealed record WatchedHost(DateTimeOffset At, IReadOnlyList<WatchedFamily> Families, IReadOnlyList<WatchedEvent> Events)
{
    /// <summary>Families that were found beyond the most that are watched.</summary>
    public int LeftOut { get; init; }

    public required WatchCost Cost { get; init; }
}

/// <summary>A server and who serves in it now.</summary>
/// <param name="Label">Its name among others on this machine, such as "uwsgi" or "uwsgi-2". It stays through reloads, and never holds arguments.</param>
/// <param name="Processes">The master first.</param>
public sealed record WatchedFamily(string Label, string Name, IReadOnlyList<WatchedProcess> Processes)
{
    /// <summary>Which program its head is: exec and a restart make another.</summary>
    public required (int Pid, long StartTicks, ulong StackStart) Image { get; init; }

    /// <summary>By which it is known again once it was started anew: a hash.</summary>
    public string? Identity { get; init; }

    /// <summary>Of its head: what to give to 'lowtide explain'.</summary>
    public int Pid => Image.Pid;

    /// <inheritdoc cref="RuntimeFacts.Name"/>
    public string? Runtime { get; init; }

    /// <summary>Of the group that its head is in; null where it could not be read.</summary>
    public CgroupMemory? Cgroup { get; init; }

    /// <summary>Workers that came in the place of one that had ended, since the watch began.</summary>
    public long Respawns { get; init; }

    /// <summary>Of CPython, by generation, youngest first, since each process was first read, with those that have ended; empty of others.</summary>
    public IReadOnlyList<long> Collections { get; init; } = [];

    /// <summary>Of glibc's malloc, of those of its processes that tell them; null where none does.</summary>
    public long? Arenas { get; init; }

    /// <summary>That these have from the system, in use or free.</summary>
    public long? ArenaBytes { get; init; }

    /// <summary>When its head was started, by the clock of the look.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Null of another runtime's, and where nobody listens to it.</summary>
    public WatchedDotNet? DotNet { get; init; }

    /// <summary>Why nobody does, though its runtime is .NET; null where somebody does, or may soon.</summary>
    public Unreadable? Unheard { get; init; }

    public int Workers => Processes.Count(process => process.Slot != WatchedProcess.Master);

    /// <summary>Shared pages counted in each.</summary>
    public long ResidentBytes => Processes.Sum(process => process.Memory.RssBytes ?? 0);

    /// <summary>Null as soon as one was never read: a sum with a hole in it is not the family's.</summary>
    public long? PssBytes => Processes.Aggregate((long?)0, (sum, process) => sum + process.Memory.PssBytes);
}

/// <summary>One process, by the place that it has in its family.</summary>
/// <param name="Slot"><see cref="Master"/>, or a number from 0 on: the lowest that was free when it came. So there are no more than ever served at
/// once.</param>
/// <param name="Memory">As last read.</param>
/// <param name="ReadAt">When PSS, shared and private memory were read; null before the first time. RSS is of the look.</param>
public sealed record WatchedProcess(string Slot, int Pid, long StartTicks, MemoryUse Memory, DateTimeOffset? ReadAt)
{
    public const string Master = "master";
}

/// <summary>What happened once.</summary>
/// <param name="Pid">Of whom it happened to.</param>
public sealed record WatchedEvent(DateTimeOffset At, string Family, WatchedEventKind Kind, int Pid)
{
    /// <summary>The place of a worker; null of a whole family.</summary>
    public string? Slot { get; init; }

    /// <summary>What it held when it was last read; null where it never was.</summary>
    public MemoryUse? Memory { get; init; }

    /// <summary>When that was read.</summary>
    public DateTimeOffset? ReadAt { get; init; }

    /// <summary>What it used of a processor before it was seen last; null where it was seen once.</summary>
    public double? Busy { get; init; }

    /// <summary>Which alert was raised or is over; null of all else.</summary>
    public string? Alert { get; init; }

    /// <summary>So many more, to whom the same happened at this look, are not told one by one.</summary>
    public int Others { get; init; }
}

/// <summary>Kept by name: a name stays.</summary>
public enum WatchedEventKind
{
    /// <summary>A server was there that was not there before.</summary>
    Found = 0,

    /// <summary>It is gone, and nothing came in its place.</summary>
    Ended = 1,

    /// <summary>Another head serves under the same label.</summary>
    Restarted = 2,
    WorkerEnded = 3,

    /// <summary>By the kernel, for memory.</summary>
    KilledForMemory = 4,

    /// <summary>It lives, and the settings leave it out now.</summary>
    LeftAlone = 7,

    /// <summary>An alert was raised, or is over; <see cref="WatchedEvent.Alert"/> says which.</summary>
    AlertRaised = 5,
    AlertOver = 6,
}

/// <summary>What the watch itself has cost since it began.</summary>
/// <param name="Looks">How many there were.</param>
/// <param name="Reads">Readings of PSS by the call that holds a process's mmap lock, by how long each took: one count for each of <see cref="Bounds"/>, and one
/// for longer ones. Estimates, which hold it for moments, are not among them.</param>
/// <param name="ReadSeconds">All of them together.</param>
public sealed record WatchCost(long Looks, IReadOnlyList<long> Reads, double ReadSeconds)
{
    /// <summary>Readings from some of the pages.</summary>
    public long Estimates { get; init; }

    /// <summary>Seconds. 16 ms is what a reading may hold up a server at most.</summary>
    public static readonly IReadOnlyList<double> Bounds = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064];
}
