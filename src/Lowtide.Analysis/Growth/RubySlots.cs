using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>
/// Ruby's heap pages of a serving process, in the mean, or what changed of them. They lie in no arena of malloc: Ruby 3.1 and later map
/// them (gc.c, rb_aligned_malloc, heap_page_allocate).
/// </summary>
public sealed record RubySlots(long LiveBytes, long FreeBytes)
{
    public static RubySlots? Of(FamilySnapshot family)
    {
        var heaps = family.Serving.Select(member => member.RubyHeap).ToList();
        return heaps.Count == 0 || heaps.Contains(null) ? null
            : new RubySlots((long)heaps.Average(heap => heap!.LiveBytes), (long)heaps.Average(heap => heap!.Bytes - heap.LiveBytes));
    }
}
