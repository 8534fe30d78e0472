using System.Text.Json.Serialization;

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

/// <summary>One process of a family and what was read of it.</summary>
/// <param name="Settings">Those environment variables at its start that a runtime or an allocator obeys, by name
/// (<see cref="WatchedSettings"/>); null where the environment could not be read.</param>
/// <param name="Census">Null for a master, and where it was not asked for or not permitted.</param>
/// <param name="MasterCopiedBytes">For a master: pages that its workers still share with each other while
/// it has a copy of its own, so the copy is the master's doing. Null where not read.</param>
public sealed record Member(
    ProcessFacts Process,
    MemoryUse Memory,
    RuntimeFacts? Runtime,
    AllocatorFacts? Allocator,
    IReadOnlyDictionary<string, string>? Settings,
    [property: JsonIgnore] PageCensus? Census = null,
    long? MasterCopiedBytes = null)
{
    /// <summary>Whether 'lowtide run' was told to start it with this remedy; null where the environment could not be read.</summary>
    public bool? WasAskedFor(string remedy) => Settings?.GetValueOrDefault(WatchedSettings.Remedies, "").Split(',').Contains(remedy);

    /// <summary>For a worker: the bytes of its copied pages by what they show of the write that copied them; null where
    /// that was not asked for, or the runtime's heap cannot be told from outside.</summary>
    public IReadOnlyList<CopiedBytes>? Copies { get; init; }

    /// <summary>Which code objects and functions stand there, most bytes first; null where <see cref="Copies"/> is.</summary>
    public IReadOnlyList<CopiedCode>? CopiedCode { get; init; }

    /// <summary>Null where they were not looked for: of one member only, and where somebody asked.</summary>
    public PendingDestructors? Destructors { get; init; }

    /// <summary>What its .NET runtime told of its collector, put here from the recording's trace; null where it was not listened to.</summary>
    [JsonIgnore]
    public DotNetSettings? DotNet { get; init; }

    /// <summary>Null where it was not started with the kit, or its memory may not be read.</summary>
    public KitNotes? Notes { get; init; }

    /// <summary>Cell by cell; null where its heaps were not walked.</summary>
    public IReadOnlyList<HeapPicture>? Heaps { get; init; }

    /// <summary>Null where it runs no CRuby whose heap can be told from outside, or that was not asked for.</summary>
    public RubyHeap? RubyHeap { get; init; }

    /// <summary>Its resident memory by purpose; null but of a Ruby whose heap was read, and of a .NET.</summary>
    public IReadOnlyList<ResidentPart>? Parts { get; init; }

    /// <summary>Null where it was not started with Ruby's kit, or its memory may not be read.</summary>
    public RubyKit? RubyKit { get; init; }

    /// <summary>What LD_PRELOAD named when it started; null where the environment could not be read.</summary>
    public IReadOnlyList<PreloadFacts>? Preloads { get; init; }

    /// <summary>For a worker: the collector's state when its master first forked; null where no keeper tells.</summary>
    public CollectorFacts? AtFork { get; init; }

    /// <summary>How much of what it inherited was read; null where <see cref="Copies"/> is.</summary>
    public ReadSample? Reads { get; init; }
}

/// <summary>The memory cgroup that the family's master is in.</summary>
/// <param name="LimitBytes">Null: no limit. The tightest on the way to the root.</param>
/// <param name="WorkingSetBytes">Use less inactive file cache: what the kernel cannot drop before it kills.</param>
public sealed record CgroupMemory(int Version, string Path, long? LimitBytes, long? UsedBytes, long? WorkingSetBytes)
{
    public long? BytesToKill => LimitBytes - WorkingSetBytes is { } left ? Math.Max(0, left) : null;
}
