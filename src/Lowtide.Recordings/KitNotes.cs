namespace Lowtide.Recordings;

/// <summary>What the kit of 'lowtide run' has noted in a process, its masters' notes among it.</summary>
/// <param name="Remedies">Ids of those that it has switched on.</param>
/// <param name="CollectorCalls">The first calls from each place that changed or started the collector, in order of time.</param>
public sealed record KitNotes(IReadOnlyList<string> Remedies, IReadOnlyList<CollectorCall> CollectorCalls)
{
    /// <summary>Ids of those that it could not switch on.</summary>
    public IReadOnlyList<string> Refused { get; init; } = [];

    /// <summary>In order of time.</summary>
    public IReadOnlyList<RemedyPause> Pauses { get; init; } = [];

    /// <summary>In order of time; empty where cycles were not watched.</summary>
    public IReadOnlyList<CycleCount> Cycles { get; init; } = [];

    /// <summary>Of malloc_trim(3), those that took longer than any before in their process; empty where nothing is trimmed.</summary>
    public IReadOnlyList<MallocTrim> Trims { get; init; } = [];

    /// <summary>What the runtime said of its settings as it started, by its own names ("IsServerGC"); empty where nobody asked it.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();
}

/// <param name="ProcessId">As the process itself sees it.</param>
/// <param name="Seconds">That it took, in which whoever called malloc or free may have waited.</param>
/// <param name="Bytes">That the process was smaller by afterwards.</param>
public sealed record MallocTrim(DateTimeOffset At, int ProcessId, double Seconds, [Signed] long Bytes);

/// <summary>A pause that a remedy made once.</summary>
/// <param name="What">In the kit's own word: "compacted".</param>
public sealed record RemedyPause(DateTimeOffset At, int ProcessId, string What, double Seconds);

/// <summary>The unreachable cycles of one process at one time: what a collection would have freed.</summary>
/// <param name="ProcessId">As the process itself sees it.</param>
/// <param name="Seconds">CPU time that counting took, in a forked copy of the process.</param>
/// <param name="Types">The types that hold most, the largest first.</param>
public sealed record CycleCount(
    DateTimeOffset At, int ProcessId, long Bytes, long Objects, double Seconds, IReadOnlyList<TypeBytes> Types);

public sealed record TypeBytes(string Type, long Bytes);

/// <param name="ProcessId">As the process itself sees it.</param>
/// <param name="Function">"gc.enable".</param>
/// <param name="Chain">Who called, the nearest first: "/srv/app/packer.py:12 pack".</param>
public sealed record CollectorCall(
    DateTimeOffset At, int ProcessId, string Function, string Arguments, IReadOnlyList<string> Chain);
