using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>What is told of Ruby's heap, from outside and by the kit, in the few lines of a screen.</summary>
internal static class RubyWords
{
    public static IEnumerable<string> Of(FamilySnapshot family)
    {
        if (Heap(family) is { } heap)
            yield return heap;
        if (Stat(family) is { } stat)
            yield return stat;
        if (family.Serving.FirstOrDefault(member => member.RubyKit?.Walk is not null) is { RubyKit.Walk: { } walk, Process.Pid: var pid })
            yield return string.Create(CultureInfo.InvariantCulture, $"walk through the objects of {pid}: {walk.Seconds * 1000:0} ms, {Largest(walk)}");
        if (Compacted(family) is { } compacted)
            yield return compacted;
    }

    /// <returns>Null where no process's heap was told.</returns>
    public static string? Heap(FamilySnapshot family)
    {
        var heaps = family.Serving.Select(member => member.RubyHeap).OfType<RubyHeap>().ToList();
        if (heaps.Count == 0)
            return null;
        var (slots, live, pages, tombs) = (
            heaps.Sum(heap => heap.Slots), heaps.Sum(heap => heap.LiveSlots), heaps.Sum(heap => heap.Pages), heaps.Sum(heap => heap.TombPages));
        return $"Ruby heap: {live:N0} of {slots:N0} slots hold objects, {Amount.Percent(1 - (live / (double)slots))} free, on {pages:N0} pages of "
            + $"{Amount.Bytes(heaps[0].PageBytes)}{(heaps.Count > 1 ? $" in {heaps.Count} processes" : "")}"
            + $"{(tombs > 0 ? $", {tombs:N0} of them set aside as empty (tomb)" : "")}{Unread(family)}; "
            + $"{Amount.Percent(heaps.Sum(heap => heap.OldSlots) / (double)Math.Max(1, live))} of the objects are old";
    }

    /// <summary>To follow the pages that were looked through; empty where there are no others.</summary>
    private static string Unread(FamilySnapshot family)
    {
        var unread = family.Serving.Sum(member => member.RubyHeap?.UnreadPages ?? 0);
        var swapped = family.Serving.Sum(member => SwappedBytes(member) ?? 0);
        return (unread, swapped) switch
        {
            (0, 0) => "",
            (_, 0) => $"; {unread:N0} pages more changed while they were read, and were not looked through",
            _ => $"; {Amount.Bytes(swapped)} of Ruby's heap is swapped out, and the {unread:N0} pages that this is of were not looked through",
        };
    }

    /// <returns>Null where that was not counted.</returns>
    public static long? SwappedBytes(Member member) =>
        member.Parts?.FirstOrDefault(part => part.Purpose == MemoryPurpose.RubyPages)?.SwappedBytes;

    /// <summary>One line for all processes. Names that a version does not give are left out.</summary>
    private static string? Stat(FamilySnapshot family)
    {
        var kits = family.Serving.Where(member => member.RubyKit is not null).ToList();
        if (kits.Count == 0)
            return null;
        var words = new[]
        {
            Joined(", ", Count("minor_gc_count", "minor"), Count("major_gc_count", "major collections"), Count("compact_count", "compactions"),
                Count("old_objects", "old objects")),
            Joined(", ", Count("heap_eden_pages", "eden pages, which may hold objects"), Count("heap_tomb_pages", "tomb pages, empty and kept"),
                Count("heap_empty_pages", "empty pages, kept")),
            Joined(", ", Count("heap_sorted_length", "places for pages, as many as there ever were (heap_sorted_length)")),
            Joined(", ", Bytes("malloc_increase_bytes", "since the last collection"),
                Bytes("oldmalloc_increase_bytes", "since the last major one, garbage among it")),
        };
        return $"GC.stat of {(kits.Count == 1 ? $"{kits[0].Process.Pid}" : $"{kits.Count} processes, in all")}: "
            + Joined("; ", [.. words.Where(line => line.Length > 0)]);

        string? Count(string name, string words) =>
            kits.TrueForAll(member => member.RubyKit!.Stat.ContainsKey(name)) ? $"{kits.Sum(member => member.RubyKit!.Stat[name]):N0} {words}" : null;

        // Each process has a limit of its own: of the one that is nearest to its own.
        string? Bytes(string name, string words) => kits
            .Select(member => (Value: member.RubyKit!.Stat.GetValueOrDefault(name), Limit: member.RubyKit.Stat.GetValueOrDefault($"{name}_limit")))
            .Where(bytes => bytes.Limit > 0)
            .OrderByDescending(bytes => bytes.Value / (double)bytes.Limit)
            .Select(bytes => $"{(kits.Count == 1 ? "" : "at most ")}{Amount.Bytes(bytes.Value)} by malloc {words} (at {Amount.Bytes(bytes.Limit)} one starts)")
            .FirstOrDefault();
    }

    private static string Joined(string between, params string?[] parts) => string.Join(between, parts.OfType<string>());

    /// <summary>The kinds that hold most, slots and malloc together.</summary>
    private static string Largest(RubyWalk walk) => string.Join(", ", walk.Bytes
        .Where(kind => kind.Key != "TOTAL")
        .OrderByDescending(kind => kind.Value)
        .Take(4)
        .Select(kind => $"{Kind(kind.Key)} {Amount.Bytes(kind.Value)}"));

    /// <summary>T_STRING is a string. What the target's memory says may be anything.</summary>
    private static string Kind(string name) => (name.StartsWith("T_", StringComparison.Ordinal) ? name[2..] : name).ToLowerInvariant();

    /// <summary>Of several the last: a daemon's launcher, or a master that was still loading, had less to do it to.</summary>
    private static string? Compacted(FamilySnapshot family)
    {
        // Workers have their master's notes, too.
        var pauses = family.Members.SelectMany(member => member.Notes?.Pauses ?? []).Distinct().OrderBy(pause => pause.At).ToList();
        if (pauses is not [.., var last])
            return null;
        var times = pauses.Count(pause => pause.What == last.What);
        return string.Create(CultureInfo.InvariantCulture,
            $"{last.What} {(times == 1 ? "once" : $"{times} times, the last")} in {last.Seconds * 1000:0} ms, by process {last.ProcessId}");
    }
}
