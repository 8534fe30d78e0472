namespace Lowtide.Recordings;

/// <summary>What the heaps of one process hold by their own account: glibc's arenas, and Ruby's heap pages.</summary>
/// <param name="InUseBytes">In the arenas: asked for and not freed.</param>
/// <param name="FreeBytes">Freed and kept there, resident.</param>
/// <param name="RubyLiveBytes">Slots with an object, also one that waits for the collector; null where there is no heap of a known Ruby.</param>
/// <param name="RubyFreeBytes">All else of Ruby's heap pages.</param>
public sealed record HeapUse(long InUseBytes, long FreeBytes, long? RubyLiveBytes, long? RubyFreeBytes)
{
    public long LiveBytes => InUseBytes + (RubyLiveBytes ?? 0);

    /// <summary>Free, of either kind.</summary>
    public long KeptBytes => FreeBytes + (RubyFreeBytes ?? 0);

    /// <summary>Null where some arena was not told, or which of its pages are resident.</summary>
    public static HeapUse? Of(AllocatorFacts? allocator, RubyHeap? ruby) =>
        allocator?.Arenas is { Count: > 0 } arenas && arenas.All(arena => arena.Use?.TrimmableBytes is not null)
            ? new HeapUse(
                arenas.Sum(arena => arena.Use!.InUseBytes),
                arenas.Sum(arena => arena.Use!.TrimmableBytes!.Value + arena.Use.UntrimmableBytes!.Value),
                ruby?.LiveBytes,
                ruby is null ? null : ruby.Bytes - ruby.LiveBytes)
            : null;
}
