namespace Lowtide.Recordings.Watching;

/// <summary>What a process's runtime and malloc count themselves. It costs a few words beside its memory, and no walk.</summary>
/// <param name="Collections">CPython's, youngest generation first, since its interpreter began; null of others.</param>
/// <param name="Arenas">Of glibc's malloc; null of others, and where they could not be found.</param>
/// <param name="ArenaBytes">That these have from the system, in use or free.</param>
public sealed record WatchedCounters(IReadOnlyList<long>? Collections, int? Arenas, long? ArenaBytes)
{
    public static readonly WatchedCounters None = new(null, null, null);
}
