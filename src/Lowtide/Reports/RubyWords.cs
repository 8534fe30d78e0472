using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>What is told of Ruby's heap, from outside and by the kit, in the few lines of a screen.</summary>
internal static class RubyWords
{
    public static IEnumerable<string> Of(FamilySnapshot family)
    {
        var heaps = family.Serving.Select(member => member.RubyHeap).OfType<RubyHeap>().ToList();
        if (heaps.Count > 0)
            yield return Heap(heaps);
        if (family.Serving.FirstOrDefault(member => member.RubyKit is not null) is { RubyKit: { } kit, Process.Pid: var pid })
        {
            foreach (var line in Stat(kit))
                yield return $"GC.stat of {pid}: {line}";
            if (kit.Walk is { } walk)
                yield return string.Create(CultureInfo.InvariantCulture, $"walk through the objects of {pid}: {walk.Seconds * 1000:0} ms, {Largest(walk)}");
        }
        if (Compacted(family) is { } compacted)
            yield return compacted;
    }

    private static string Heap(List<RubyHeap> heaps)
    {
        var (slots, live, pages, tombs) = (
            heaps.Sum(heap => heap.Slots), heaps.Sum(heap => heap.LiveSlots), heaps.Sum(heap => heap.Pages), heaps.Sum(heap => heap.TombPages));
        return $"Ruby heap: {live:N0} of {slots:N0} slots hold objects, {Amount.Percent(1 - (live / (double)slots))} free, on {pages:N0} pages of "
            + $"{Amount.Bytes(heaps[0].PageBytes)}{(heaps.Count > 1 ? $" in {heaps.Count} processes" : "")}"
            + $"{(tombs > 0 ? $", {tombs:N0} of them set aside as empty (tomb)" : "")}; "
            + $"{Amount.Percent(heaps.Sum(heap => heap.OldSlots) / (double)Math.Max(1, live))} of the objects are old";
    }

    /// <summary>Names that a version does not give are left out.</summary>
    private static IEnumerable<string> Stat(RubyKit kit) => new[]
    {
        Joined(Count(kit, "minor_gc_count", "minor"), Count(kit, "major_gc_count", "major collections"), Count(kit, "compact_count", "compactions"),
            Count(kit, "old_objects", "old objects")),
        Joined(Count(kit, "heap_eden_pages", "eden pages, which may hold objects"), Count(kit, "heap_tomb_pages", "tomb pages, empty and kept")),
        Joined(Count(kit, "heap_sorted_length", "places in its list of pages (heap_sorted_length), which never shrinks")),
        Joined(Bytes(kit, "malloc_increase_bytes", "malloc_increase_bytes_limit", "by malloc since the last collection")),
        Joined(Bytes(kit, "oldmalloc_increase_bytes", "oldmalloc_increase_bytes_limit", "by malloc since the last major one")),
    }.Where(line => line.Length > 0);

    private static string Joined(params IEnumerable<string?> parts) => string.Join(", ", parts.OfType<string>());

    private static string? Count(RubyKit kit, string name, string words) => kit.Stat.TryGetValue(name, out var value) ? $"{value:N0} {words}" : null;

    private static string? Bytes(RubyKit kit, string name, string limit, string words) =>
        kit.Stat.TryGetValue(name, out var value) && kit.Stat.TryGetValue(limit, out var most)
            ? $"{Amount.Bytes(value)} {words} (at {Amount.Bytes(most)} one starts)" : null;

    /// <summary>The kinds that hold most, slots and malloc together.</summary>
    private static string Largest(RubyWalk walk) => string.Join(", ", walk.Bytes
        .Where(kind => kind.Key != "TOTAL")
        .OrderByDescending(kind => kind.Value)
        .Take(4)
        .Select(kind => $"{Kind(kind.Key)} {Amount.Bytes(kind.Value)}"));

    /// <summary>T_STRING is a string. What the target's memory says may be anything.</summary>
    private static string Kind(string name) => (name.StartsWith("T_", StringComparison.Ordinal) ? name[2..] : name).ToLowerInvariant();

    private static string? Compacted(FamilySnapshot family) =>
        family.Members.SelectMany(member => member.Notes?.Pauses ?? []).OrderBy(pause => pause.At).FirstOrDefault() is { } pause
            ? string.Create(CultureInfo.InvariantCulture, $"{pause.What} once in {pause.Seconds * 1000:0} ms, by process {pause.ProcessId}")
            : null;
}
