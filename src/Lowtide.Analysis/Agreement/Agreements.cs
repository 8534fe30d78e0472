using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Agreement;

/// <summary>A figure that the runtime, malloc or the kernel counts too.</summary>
/// <param name="Name">snake_case, with the unit as suffix where it has one.</param>
/// <param name="Told">As it was read, or told one by one.</param>
/// <param name="Counted">As it was counted there.</param>
/// <param name="Holds">The two differ by no more than what is stated for the figure.</param>
/// <param name="Said">Where they do not: the difference, and what may have caused it.</param>
public sealed record AgreedFigure(string Name, long Told, long Counted, bool Holds, string Said);

/// <summary>Holds what was read against what others count: a figure that is quietly wrong is one that somebody acts on.</summary>
public static class Agreements
{
    /// <summary>Of memory that goes on changing while it is read part by part.</summary>
    private const double Near = 0.05;

    /// <summary>A difference of less is nobody's loss, however small the whole.</summary>
    private const long Least = 4 * Amount.MiB;

    /// <summary>Of a whole: what is left of it is aimed at a fiftieth (docs/memory-parts.md), and beyond this a part is missing.</summary>
    private const double MostNotTold = 0.1;

    /// <summary>The kit asks Ruby once a second, and in a second its heap may grow.</summary>
    private const double NearPages = 0.1;
    private const long LeastPages = 16;
    private const long LeastSlots = 5_000;

    public static IReadOnlyList<AgreedFigure> Of(Recording recording) => Of(recording.Latest, recording.DotNet);

    /// <param name="trace">Of its .NET process; null where none was listened to.</param>
    public static IReadOnlyList<AgreedFigure> Of(FamilySnapshot family, DotNetTrace? trace) => Of(family, trace, MemoryBreakdown.OfFamily(family, trace));

    /// <param name="breakdown">Null where there is none.</param>
    public static IReadOnlyList<AgreedFigure> Of(FamilySnapshot family, DotNetTrace? trace, IReadOnlyList<MemberMemory>? breakdown)
    {
        // What was read of a process is compared with what it says itself, and not with what another says.
        var read = family with { Workers = [.. family.Workers.Where(worker => worker.HeapsOf is null)] };
        var parts = breakdown?.Where(told => told.Member.HeapsOf is null).ToList();
        return [.. new[] { Collections(trace), Events(trace), HeapPages(read), LiveSlots(read), Malloc(read), Parts(parts) }.OfType<AgreedFigure>()];
    }

    private static AgreedFigure? Collections(DotNetTrace? trace) => trace is not { CountedCollections: { } counted, MissingCollections: var missing } ? null
        : new AgreedFigure(
            "dotnet_collections", counted - missing, counted, missing == 0,
            $"{counted - missing:N0} of {counted:N0} collections that the runtime counted were told: pauses and counts are too low."
                + " Another tool may listen to it, or events were dropped.");

    private static AgreedFigure? Events(DotNetTrace? trace) => trace is null ? null
        : new AgreedFigure(
            "dotnet_lost_events", trace.LostEvents, 0, trace.LostEvents == 0,
            $"{(trace.LostEvents == 1 ? "1 event of the runtime was" : $"{trace.LostEvents:N0} events of the runtime were")} lost:"
                + " it made them faster than they could be read. Pauses and counts may be too low.");

    private static AgreedFigure? HeapPages(FamilySnapshot family)
    {
        var told = family.Members.Where(member => member.RubyHeap is not null && member.RubyKit?.Stat.ContainsKey("heap_eden_pages") == true).ToList();
        if (told.Count == 0)
            return null;
        var (read, counted) = (told.Sum(member => (long)member.RubyHeap!.Pages + member.RubyHeap.UnreadPages), told.Sum(member =>
            member.RubyKit!.Stat["heap_eden_pages"] + member.RubyKit.Stat.GetValueOrDefault("heap_tomb_pages")));
        return new AgreedFigure(
            "ruby_heap_pages", read, counted, Math.Abs(read - counted) <= LeastPages + (NearPages * counted),
            $"Ruby counts {counted:N0} pages of its heap, and {read:N0} were found: it changed while it was read, or some of it is swapped out.");
    }

    /// <summary>
    /// In the second between, all free slots may be taken, and a collection may find all but the old objects dead (gc.c: those are left alone by minor ones).
    /// </summary>
    private static AgreedFigure? LiveSlots(FamilySnapshot family)
    {
        var told = family.Members.Where(member => member.RubyHeap is not null && member.RubyKit?.Stat.ContainsKey("heap_live_slots") == true).ToList();
        if (told.Count == 0)
            return null;
        var read = told.Sum(member => member.RubyHeap!.LiveSlots);
        var (counted, free, old) = (Stat("heap_live_slots"), Stat("heap_free_slots"), Stat("old_objects"));
        return new AgreedFigure(
            "ruby_live_slots", read, counted,
            read >= (old * (1 - NearPages)) - LeastSlots && read <= ((counted + free) * (1 + NearPages)) + LeastSlots,
            $"Ruby counts {counted:N0} live slots, {old:N0} of them old, and {free:N0} free ones, and {read:N0} live ones were found:"
                + " its heap changed while it was read, or some of it is swapped out.");

        long Stat(string name) => told.Sum(member => member.RubyKit!.Stat.GetValueOrDefault(name));
    }

    /// <summary>Of arenas that were to be walked, those too whose chunks could not be told: chunks fill what malloc has from the system.</summary>
    private static AgreedFigure? Malloc(FamilySnapshot family)
    {
        var walked = family.Members.SelectMany(member => member.Allocator?.Arenas ?? []).Where(arena => arena.WalkedBytes is not null).ToList();
        if (walked.Count == 0)
            return null;
        var (read, counted) = (walked.Sum(arena => arena.WalkedBytes!.Value), walked.Sum(arena => arena.SystemBytes));
        return new AgreedFigure(
            "malloc_system_bytes", read, counted, Math.Abs(read - counted) <= Least + (Near * counted),
            $"malloc counts {Amount.Bytes(counted)} in its arenas, and what stands there adds up to {Amount.Bytes(read)}{Untold(walked)}:"
                + " the program allocated while it was read, or a part of its heap is damaged, swapped out or was not found.");
    }

    private static string Untold(List<ArenaFacts> walked) =>
        walked.Count(arena => arena.Use is null) is > 0 and var untold ? $" (of {untold} of {walked.Count} arenas too little to tell what is free)" : "";

    /// <summary>What is left is "not told", and no loss while it is little; parts that come to more than the whole are.</summary>
    private static AgreedFigure? Parts(IReadOnlyList<MemberMemory>? breakdown)
    {
        if (breakdown is null)
            return null;
        var (all, rest) = (breakdown.Sum(member => member.Member.Memory.PssBytes ?? 0), breakdown.Sum(member =>
            member.Shares.FirstOrDefault(share => share.Kind == MemoryShareKind.Other)?.Bytes ?? 0));
        return new AgreedFigure(
            "pss_bytes", all - rest, all, rest > 0 ? rest <= Math.Max(Least, MostNotTold * all) : -rest <= Least + (Near * all),
            $"The parts of the memory come to {Amount.Bytes(all - rest)}, the kernel's sum (PSS) is {Amount.Bytes(all)}: "
                + (rest > 0 ? "the rest is \"not told\", of an allocator or a runtime that is not known here, or of mappings that the program made itself."
                    : "it changed while it was read."));
    }
}
