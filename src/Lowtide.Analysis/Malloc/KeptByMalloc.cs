using Lowtide.Recordings;

namespace Lowtide.Analysis.Malloc;

/// <summary>
/// Memory of a family that its programs have freed and glibc's malloc has not given back, in bytes of PSS: of pages that
/// processes share, the process that has most of them counts.
/// </summary>
/// <param name="Trimmable">What malloc_trim(3) would give back.</param>
/// <param name="Untrimmable">What it would not: it lies between used chunks, in a thread arena's top, or with one thread.</param>
/// <param name="InUse">In use in one process, resident or not; the mean.</param>
/// <param name="Whole">False if the arenas of some process, or one of them, could not be told.</param>
/// <param name="Certain">Nor did one go on changing.</param>
public sealed record KeptByMalloc(long Trimmable, long Untrimmable, long InUse, bool Whole, bool Certain)
{
    public long Bytes => Trimmable + Untrimmable;

    /// <param name="which">Arenas that count.</param>
    /// <returns>Null where nothing of them could be told.</returns>
    public static KeptByMalloc? Of(IEnumerable<Member> family, Func<ArenaFacts, bool> which)
    {
        var told = family.ToList();
        var members = told.ConvertAll(member => (member.Allocator?.Arenas ?? []).Where(which).ToList());
        var uses = members.ConvertAll(arenas => arenas.ConvertAll(arena => arena.Use).Where(use => use?.TrimmableBytes is not null).ToList());
        if (uses.TrueForAll(member => member.Count == 0))
            return null;
        var whole = told.TrueForAll(member => member.Allocator is null or { Name: not "glibc" } or { Arenas: not null })
            && members.TrueForAll(arenas => arenas.TrueForAll(arena => arena.Use?.TrimmableBytes is not null));
        return new KeptByMalloc(
            Sum(uses, use => (use.TrimmableBytes!.Value, use.TrimmableSharedBytes!.Value)),
            Sum(uses, use => (use.UntrimmableBytes!.Value, use.UntrimmableSharedBytes!.Value)),
            (long)uses.Where(member => member.Count > 0).Average(member => member.Sum(use => use!.InUseBytes)),
            whole,
            whole && members.TrueForAll(arenas => arenas.TrueForAll(arena => !arena.ChangedMeanwhile)));
    }

    private static long Sum(List<List<ArenaUse?>> members, Func<ArenaUse, (long All, long Shared)> of)
    {
        long own = 0, shared = 0;
        foreach (var member in members)
        {
            var parts = member.ConvertAll(use => of(use!));
            own += parts.Sum(part => part.All - part.Shared);
            shared = Math.Max(shared, parts.Sum(part => part.Shared));
        }
        return own + shared;
    }
}
