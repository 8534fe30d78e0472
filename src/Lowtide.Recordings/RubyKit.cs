namespace Lowtide.Recordings;

/// <summary>What Ruby's kit keeps for Lowtide in a process that 'lowtide run' started.</summary>
/// <param name="At">When it asked Ruby.</param>
/// <param name="Stat">GC.stat, by the names that this version gives.</param>
/// <param name="Pools">GC.stat_heap (3.2 and later), a row for each size of slots; empty before.</param>
/// <param name="Walk">The last walk that Lowtide asked for; null where none was.</param>
public sealed record RubyKit(
    DateTimeOffset At, IReadOnlyDictionary<string, long> Stat, IReadOnlyList<IReadOnlyDictionary<string, long>> Pools, RubyWalk? Walk);

/// <summary>What a walk through all objects found.</summary>
/// <param name="Seconds">That it took, in which no Ruby code of the process ran.</param>
/// <param name="Bytes">By kind of object (T_STRING) and as TOTAL: slots, and what malloc gave the objects for themselves.</param>
public sealed record RubyWalk(string Asked, double Seconds, IReadOnlyDictionary<string, long> Bytes);
