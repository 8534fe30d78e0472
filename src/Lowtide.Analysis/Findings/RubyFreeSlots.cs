using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>
/// Ruby's heap pages hold more free slots than objects need: objects lie scattered, so that few pages are empty. A page that processes share
/// counts in each by its part of PSS, so that the family's sum is memory that is really there.
/// </summary>
public sealed class RubyFreeSlots : IFindingRule
{
    public const string FindingId = "ruby.free-slots";

    public string Id => FindingId;

    public string Title => "Ruby's heap has many free slots";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        var having = family.Members.Where(member => member.RubyHeap is not null).ToList();
        if (having.Count == 0)
            return family.Runtime is { Name: "cruby" } runtime && family.Serving.All(member => member.Parts is null) ? Untold(family, runtime)
                : Examination.Nothing;
        // Nothing of a process without relatives is shared with one.
        var heaps = having.ConvertAll(member => (
            member.Process.Pid, Heap: member.RubyHeap!, Share: having.Count == 1 ? 1 : MemoryBreakdown.OwnShareOfHeap(member)));
        if (heaps.Find(one => one.Share is null) is { Heap: not null, Pid: var unread })
            return Examination.Cannot(
                Id, "what Ruby's free slots take", $"how many of its heap pages process {unread} shares could not be read (smaps_rollup, pagemap)",
                "run Lowtide as its user or with CAP_SYS_PTRACE (sudo)");
        var free = Sum(heap => heap.FreeBytes);
        if (!Amount.Matters(free, family))
            return Examination.Nothing;
        var (slots, live, pages) = (Sum(heap => heap.Slots), Sum(heap => heap.LiveSlots), Sum(heap => heap.Pages));
        var sparse = Sum(heap => heap.Pools.Sum(pool => pool.PagesByOccupancy.Skip(1).Take(5).Sum()));
        var empty = Sum(heap => heap.Pools.Sum(pool => pool.PagesByOccupancy[0]));
        var (share, old) = (1 - (live / (double)slots), Sum(heap => heap.OldSlots) / (double)Math.Max(1, live));
        var once = heaps.Count > 1 ? "; what they share counts once" : "";
        return Examination.Found(new Finding(
            Id,
            $"{Amount.Percent(share)} of the slots of Ruby's heap are free: {Amount.Bytes(free)}{(heaps.Count > 1 ? $" in {heaps.Count} processes" : "")}.",
            free,
            free / heaps.Count,
            [
                new Evidence("free_share", share,
                    $"{live:N0} of {slots:N0} slots hold objects, on {pages:N0} pages of {Amount.Bytes(heaps[0].Heap.PageBytes)}{once}"),
                new Evidence("sparse_pages", sparse, $"{sparse:N0} pages are in use and at most half full; {empty:N0} are empty, and could be given back"),
                new Evidence("given_back_by", null,
                    "collections alone give nearly none of it back; GC.compact does with the next ones, Process.warmup (Ruby 3.3) at once;"
                        + " confirm with a trial how much of it the next objects take again"),
                new Evidence("old_share", old, $"{Amount.Percent(old)} of the objects are old"),
            ]));

        long Sum(Func<RubyHeap, long> of) => (long)heaps.Sum(one => of(one.Heap) * one.Share!.Value);
    }

    /// <summary>The environment takes the same right to read as memory does (ptrace(2), PTRACE_MODE_READ).</summary>
    private Examination Untold(FamilySnapshot family, RuntimeFacts runtime) => family.Serving.All(member => member.Settings is null)
        ? Examination.Cannot(Id, "Ruby's heap pages", "the memory of its processes may not be read", "run Lowtide as their user or with CAP_SYS_PTRACE (sudo)")
        : Examination.Cannot(
            Id, "Ruby's heap pages", $"how Ruby {runtime.Version} lays them out is not known",
            "start it by lowtide run --watch-ruby -- COMMAND: GC.stat then tells its slots");
}
