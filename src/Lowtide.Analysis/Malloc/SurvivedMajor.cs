using Lowtide.Recordings;

namespace Lowtide.Analysis.Malloc;

/// <summary>
/// What of the memory in use in malloc's arenas a Ruby already had as its last major collection ended: what that found alive, or has not swept yet. Ruby counts
/// what it was given since, less what it gave back (objspace_malloc_increase, gc.c), and a major collection begins that count anew.
/// </summary>
public static class SurvivedMajor
{
    private const string Since = "oldmalloc_increase_bytes";

    /// <returns>In bytes, the mean of a process; null where the kit does not tell it of every process whose arenas are told.</returns>
    public static long? MeanBytes(FamilySnapshot family)
    {
        var told = family.Members.Where(member => member.Allocator?.Arenas?.Any(arena => arena.Use is not null) == true).ToList();
        return told.Count == 0 || !told.TrueForAll(member =>
                member.RubyKit is { Stat: var stat } && stat.ContainsKey(Since) && stat.GetValueOrDefault("major_gc_count") > 0) ? null
            : (long)told.Average(member => Math.Max(0, member.Allocator!.Arenas!.Sum(arena => arena.Use?.InUseBytes ?? 0) - member.RubyKit!.Stat[Since]));
    }
}
