using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>What a serving process held at one moment, in the mean of a family.</summary>
internal sealed record ServingState(long ResidentBytes, HeapUse Heap)
{
    /// <summary>Null where there is none, or some of it was not told of one.</summary>
    public static ServingState? Mean(IEnumerable<(long? ResidentBytes, HeapUse? Heap)> members)
    {
        var all = members.ToList();
        if (all.Count == 0 || all.Exists(member => member.ResidentBytes is null || member.Heap is null))
            return null;
        var heaps = all.ConvertAll(member => member.Heap!);
        return new ServingState(
            (long)all.Average(member => member.ResidentBytes!.Value),
            new HeapUse(
                (long)heaps.Average(heap => heap.InUseBytes), (long)heaps.Average(heap => heap.FreeBytes),
                Ruby(heap => heap.RubyLiveBytes), Ruby(heap => heap.RubyFreeBytes)));

        long? Ruby(Func<HeapUse, long?> part) => heaps.Exists(heap => part(heap) is null) ? null : (long)heaps.Average(heap => part(heap)!.Value);
    }
}
