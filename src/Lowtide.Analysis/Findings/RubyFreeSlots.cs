using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Ruby's heap pages hold more free slots than objects need: objects lie scattered, so that few pages are empty.</summary>
public sealed class RubyFreeSlots : IFindingRule
{
    public string Id => "ruby.free-slots";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var heaps = family.Serving.Select(member => member.RubyHeap).OfType<RubyHeap>().ToList();
        if (heaps.Count == 0)
            return family.Runtime is { Name: "cruby" } runtime && family.Serving.All(member => member.Parts is null && member.RubyHeap is null)
                ? Examination.Cannot("Ruby's heap pages", $"the layout of Ruby {runtime.Version}'s is not known, or its memory may not be read", null)
                : Examination.Nothing;
        var free = heaps.Sum(heap => heap.FreeBytes);
        if (!Amount.Matters(free, family))
            return Examination.Nothing;
        var (slots, live, pages) = (heaps.Sum(heap => heap.Slots), heaps.Sum(heap => heap.LiveSlots), heaps.Sum(heap => heap.Pages));
        var sparse = heaps.Sum(heap => heap.Pools.Sum(pool => pool.PagesByOccupancy.Skip(1).Take(5).Sum()));
        var empty = heaps.Sum(heap => heap.Pools.Sum(pool => pool.PagesByOccupancy[0]));
        var share = 1 - (live / (double)slots);
        return Examination.Found(new Finding(
            Id,
            $"{Amount.Percent(share)} of the slots of Ruby's heap are free: {Amount.Bytes(free)}{(heaps.Count > 1 ? $" in {heaps.Count} processes" : "")}.",
            free,
            free / heaps.Count,
            [
                new Evidence("free_share", share, $"{live:N0} of {slots:N0} slots hold objects, on {pages:N0} pages of {Amount.Bytes(heaps[0].PageBytes)}"),
                new Evidence("sparse_pages", sparse, $"{sparse:N0} pages are in use and at most half full; {empty:N0} are empty, and could be given back"),
                new Evidence("old_share", heaps.Sum(heap => heap.OldSlots) / (double)Math.Max(1, live),
                    $"{Amount.Percent(heaps.Sum(heap => heap.OldSlots) / (double)Math.Max(1, live))} of the objects are old"),
            ]));
    }
}
