namespace Lowtide.Recordings;

/// <summary>A family at one instant.</summary>
/// <param name="Master">Null where the master has died and left its workers, who are still one family.</param>
/// <param name="Workers">Oldest first; empty for a lone process, which is a family of one.</param>
public sealed record FamilySnapshot(
    DateTimeOffset At,
    string Name,
    Member? Master,
    IReadOnlyList<Member> Workers,
    CgroupMemory? Cgroup)
{
    /// <summary>
    /// Clock ticks from boot to <see cref="At"/>, for the age of a process; null where it was not read.
    /// </summary>
    public long? UptimeTicks { get; init; }

    /// <summary>An idle copy of the master from before its first fork, which serves nobody and is no member; null where there is none.</summary>
    public Member? Keeper { get; init; }

    /// <summary>What a lone process has started, most memory first; null where it was not looked for.</summary>
    public IReadOnlyList<ChildFamily>? Children { get; init; }

    /// <summary>TCP addresses that it listens on, "127.0.0.1:8000" or "[::]:8000"; null where that was not looked for, or not permitted.</summary>
    public IReadOnlyList<string>? ListensOn { get; init; }

    /// <summary>Where workers built most of what they hold after their fork: what of it one of them has just like another, at the same address; null
    /// where that was not looked for.</summary>
    public long? BuiltAlikeBytes { get; init; }

    /// <summary>Where a look took some of the pages only; null where it took all, or none.</summary>
    public PageSample? Sample { get; init; }

    /// <summary>By which it is named: its master, or the oldest worker where that has died.</summary>
    public Member Head => Master ?? Workers[0];

    public IEnumerable<Member> Members => Master is null ? Workers : Workers.Prepend(Master);

    /// <summary>The members that serve: the workers, or the lone process itself.</summary>
    public IReadOnlyList<Member> Serving => Workers.Count == 0 && Master is not null ? [Master] : Workers;

    public RuntimeFacts? Runtime => Members.Select(member => member.Runtime).FirstOrDefault(runtime => runtime is not null);

    public AllocatorFacts? Allocator =>
        Members.Select(member => member.Allocator).FirstOrDefault(allocator => allocator is not null);

    /// <summary>Of the first member whose environment could be read; null where none could.</summary>
    public IReadOnlyDictionary<string, string>? Settings =>
        Members.Select(member => member.Settings).FirstOrDefault(settings => settings is not null);

    /// <summary>False where not even a member's executable could be read: then a runtime that is not told may be there all the same.</summary>
    public bool ProgramRead => Members.Any(member => member.Process.Executable is not null);

    /// <summary>Null as soon as one member's PSS is: a sum with a hole in it is not the family's.</summary>
    public long? PssBytes => Sum(member => member.Memory.PssBytes);

    public long? RssBytes => Sum(member => member.Memory.RssBytes);

    public long? PrivateBytes => Sum(member => member.Memory.PrivateBytes);

    /// <summary>What the collector had counted when a worker was forked, by the keeper or else by its master now, which may have gone on; null of a
    /// master, and where neither was read.</summary>
    public IReadOnlyList<GenerationFacts>? GenerationsAtFork(Member worker) =>
        worker == Master ? null : (worker.AtFork ?? Master?.Runtime?.Collector)?.Generations;

    private long? Sum(Func<Member, long?> bytes) =>
        Members.Aggregate((long?)0, (sum, member) => sum + bytes(member));
}
