using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>Memory that the program has freed, and that glibc's malloc keeps resident.</summary>
public sealed class FreeKept : IFindingRule
{
    /// <summary>Beside an amount of which some arena is not part, or not as it was at one moment.</summary>
    internal static readonly Evidence Uncertain = new("certain", 0, "some arena changed while it was read, or could not be told: about so much");

    public const string FindingId = "malloc.free-kept";

    public string Id => FindingId;

    public string Title => "malloc keeps freed memory";

    public Examination Examine(Recording recording)
    {
        var family = recording.Latest;
        if (KeptByMalloc.Of(family.Members, _ => true) is not { } kept || !Amount.Matters(kept.Bytes, family))
            return Examination.Nothing;
        var having = family.Members.Count(member => member.Allocator?.Arenas?.Any(arena => arena.Use is not null) == true);
        List<Evidence> evidence =
        [
            new("trimmable_bytes", kept.Trimmable, $"{Amount.Bytes(kept.Trimmable)} in whole pages, which malloc_trim would give back"),
            new("untrimmable_bytes", kept.Untrimmable,
                $"{Amount.Bytes(kept.Untrimmable)} that nothing gives back: between used chunks, at the end of thread arenas, kept by threads"),
            new("in_use_bytes", kept.InUse, $"{Amount.Bytes(kept.InUse)} {(having == 1 ? "is in use" : "are in use in a process")}"
                + (family.Runtime?.Name == "cruby" ? ", with garbage that Ruby has not collected" : "")),
        ];
        if (!kept.Certain)
            evidence.Add(Uncertain);
        return Examination.Found(new Finding(
            Id,
            $"malloc keeps {Amount.Bytes(kept.Bytes)} that the program has freed.",
            kept.Bytes,
            kept.Bytes / having,
            evidence));
    }
}
