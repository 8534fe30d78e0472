using Lowtide.Analysis;
using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Explain;

/// <summary>Where the memory is: parts that sum to all of it.</summary>
internal static class MemorySection
{
    /// <summary>Of an answer; the smallest are one.</summary>
    private const int MostParts = 5;

    /// <summary>Null where it was not read.</summary>
    public static ReportSection? Of(Diagnosis diagnosis)
    {
        if (diagnosis.Family.PssBytes is not > 0 and not null || Parts(diagnosis) is not { Count: > 0 } all)
            return null;
        var shown = all.Count <= MostParts ? all : [.. all.Take(MostParts - 1), ("all else", all.Skip(MostParts - 1).Sum(part => part.Bytes))];
        var total = shown.Sum(part => part.Bytes);
        return new ReportSection("memory", diagnosis.Family.Workers.Count == 0 ? "Where the memory is" : "Where the memory of all processes is", "",
        [
            new StacksBlock(
                "Memory (PSS)", string.Join(", ", shown.Select(part => $"{part.Words} {Amount.Bytes(part.Bytes)}")), Unit.Bytes, total,
                [new("", false), new("", true), new("", true)],
                [.. shown.Select((part, at) => new StackPart(
                    $"{(char)('a' + at)}", part.Words, [part.Words, Amount.Bytes(part.Bytes), Amount.Percent(part.Bytes / (double)Math.Max(1, total))]))],
                [new Stack(diagnosis.Family.Name, [.. shown.Select(part => (double)part.Bytes)])]),
        ]);
    }

    /// <summary>Most bytes first. Of a CPython that forked, what copied its memory says more than what it is for.</summary>
    private static List<(string Words, long Bytes)> Parts(Diagnosis diagnosis) =>
        diagnosis.Family is not { Runtime.Name: "cpython", Workers.Count: > 0 } && BreakdownTable.Parts(diagnosis) is { } parts
        ? [.. parts.OrderByDescending(part => part.Bytes)]
        : [.. (diagnosis.Places ?? []).Select(place => (Words(place.Kind, diagnosis.Family), place.Bytes))];

    private static string Words(MemoryPlaceKind kind, FamilySnapshot family) => kind switch
    {
        MemoryPlaceKind.UnsharedByCollector => "copied by the collector",
        MemoryPlaceKind.UnsharedByCollectorOrReads => "copied by the collector or the program",
        // CPython counts references in each object: who reads it writes, so that the page is copied.
        MemoryPlaceKind.UnsharedOtherwise => family.Runtime is { Name: "cpython" } ? "copied by the program (reads too)" : "copied by the program",
        MemoryPlaceKind.NewSinceFork => "new since the fork",
        MemoryPlaceKind.SharedWithMaster => "the master's, and shared with it",
        MemoryPlaceKind.MallocFreed => "freed, and kept by malloc",
        MemoryPlaceKind.Files => "code and other files",
        _ => family.Workers.Count > 0 ? "not told apart" : "in use",
    };
}
