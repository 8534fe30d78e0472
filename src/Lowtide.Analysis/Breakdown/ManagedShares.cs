using Lowtide.Recordings;

namespace Lowtide.Analysis.Breakdown;

/// <summary>A .NET collector's heap by what its last collection left there.</summary>
internal static class ManagedShares
{
    /// <summary>In the order of <see cref="DotNetCollection.After"/>.</summary>
    private static readonly MemoryShareKind[] Generations =
    [
        MemoryShareKind.ManagedGeneration0, MemoryShareKind.ManagedGeneration1, MemoryShareKind.ManagedGeneration2,
        MemoryShareKind.ManagedLarge, MemoryShareKind.ManagedPinned,
    ];

    /// <param name="bytes">That the heap has in memory.</param>
    /// <param name="last">Null where none told what it left.</param>
    /// <returns>They sum to <paramref name="bytes"/>.</returns>
    public static IEnumerable<MemoryShare> Of(long bytes, DotNetCollection? last)
    {
        var rest = bytes;
        if (last is { After: { } after, FreeAfter: { } free })
        {
            // The collector gives memory back after it told: what is left cannot be more than what is there.
            var rate = Math.Min(1, bytes / (double)Math.Max(1, after.Sum()));
            foreach (var (at, kind) in Generations.Index())
            {
                var held = (long)(Math.Max(0, after[at] - free[at]) * rate);
                rest -= held;
                yield return new MemoryShare(kind, held);
            }
            var freed = (long)(free.Index().Sum(one => Math.Min(one.Item, after[one.Index])) * rate);
            rest -= freed;
            yield return new MemoryShare(MemoryShareKind.ManagedFree, freed);
        }
        yield return new MemoryShare(MemoryShareKind.ManagedRest, rest);
    }
}
