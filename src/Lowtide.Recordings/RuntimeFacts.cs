namespace Lowtide.Recordings;

/// <summary>The language runtime inside a process.</summary>
/// <param name="Name">"cpython", "cruby", "dotnet".</param>
/// <param name="Version">"3.11.2"; only as much of it as could be read ("3.9").</param>
/// <param name="Collector">Null where the layout of this version is not known or the memory could not be read.</param>
public sealed record RuntimeFacts(string Name, string? Version, CollectorFacts? Collector);

/// <summary>A generational collector's state, youngest generation first.</summary>
public sealed record CollectorFacts(bool Enabled, IReadOnlyList<GenerationFacts> Generations)
{
    /// <summary>CPython: whether a thousand objects or more are set aside for good, where no collection comes (gc.freeze);
    /// null where not read.</summary>
    public bool? Frozen { get; init; }

    /// <summary>CPython: objects that have outlived the young generations since the last full collection, garbage among them; null where not read.
    /// A full collection waits until they are a quarter of <see cref="LongLived"/> (Modules/gcmodule.c, gc_collect_generations).</summary>
    public long? Pending { get; init; }

    /// <summary>Objects that were left after the last full collection; null where not read.</summary>
    public long? LongLived { get; init; }

    /// <summary>What its young objects take; null where nobody looked, or there are none.</summary>
    public YoungObjects? Young { get; init; }

    /// <summary>Whether every collection walks some of what is old: then only full ones tell what was reached.</summary>
    public bool Incremental { get; init; }
}

/// <param name="Threshold">0 in generation 0 means that automatic collection never starts.</param>
/// <param name="Count">CPython: allocations less deallocations since the last collection (generation 0), or
/// collections of the next younger generation (generations 1 and 2).</param>
/// <param name="Collections">Collections of this generation since the process image began: a forked worker
/// starts with its master's figure.</param>
public sealed record GenerationFacts([Signed] int Threshold, [Signed] int Count, long Collections)
{
    /// <summary>CPython: objects in unreachable cycles that collections of this generation have freed, since the process image began as well;
    /// null where not read.</summary>
    public long? Collected { get; init; }

    /// <summary>Of all generations; null as soon as one was not read.</summary>
    public static long? CollectedBy(IEnumerable<GenerationFacts>? generations) =>
        generations?.Aggregate((long?)0, (sum, generation) => sum + generation.Collected);
}

/// <summary>Objects on the lists of the two young generations, a bounded number of them: what a program makes and lets go is of this kind.</summary>
/// <param name="Bytes">Of their own blocks, by the allocator's size classes; what hangs on them is not in it.</param>
public sealed record YoungObjects(int Objects, long Bytes)
{
    /// <summary>The least that the collector tracks: its head, a count, a type and one word (Include/object.h).</summary>
    private const double LeastObject = 48;

    /// <summary>Bytes of one in the mean; the least that one can have where none was seen.</summary>
    public static double MeanBytes(IEnumerable<YoungObjects> seen)
    {
        var all = seen.ToList();
        var objects = all.Sum(each => (long)each.Objects);
        return objects == 0 ? LeastObject : Math.Max(LeastObject, all.Sum(each => each.Bytes) / (double)objects);
    }
}
