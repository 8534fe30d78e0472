namespace Lowtide.Recordings.Watching;

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

    /// <summary>That its head is in; null where it is in none.</summary>
    public WatchedContainer? Container { get; init; }

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
