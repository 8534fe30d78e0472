using Lowtide.Analysis.Findings.EvidenceRows;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>
/// As many collections of generation 2 as of a younger one: objects live too long to die young and not for ever, or are large.
/// A healthy program has a tenth or less of each next generation.
/// </summary>
public sealed class Gen2AsOften : IFindingRule
{
    /// <summary>Fewer may be chance.</summary>
    private const int Least = 5;

    public const string FindingId = "dotnet.gen2-as-often";

    public string Id => FindingId;

    public string Title => "full collections come as often as young ones";

    public Examination Examine(Recording recording)
    {
        if (recording.DotNet is not { } trace)
            return Examination.Nothing;
        var own = Own(trace);
        var counts = Enumerable.Range(0, 3).Select(generation => own.Count(collection => collection.Generation == generation)).ToList();
        if (counts[2] < Least || (counts[2] < counts[1] && counts[2] < counts[0]))
            return Examination.Nothing;
        var old = own.Where(collection => collection.Generation == 2).ToList();
        var large = ForLarge(old);
        return Examination.Found(Finding.OfPauses(
            Id,
            $"Of the collections that nobody asked for, {Number(counts[2])} were of generation 2, {Number(counts[1])} of generation 1 "
                + $"and {Number(counts[0])} of generation 0: "
                + (IsMostlyForLarge(old) ? "large objects come and go." : "objects live too long to die young, and die all the same."),
            old,
            [
                new Evidence("gen2_collections", counts[2], $"{PauseWords.Text(old)}; those that the program asked for are left out"),
                new Evidence("by_large_objects", large, $"{large:N0} of them were begun by the allocation of a large object"),
                .. Died(old),
            ]));
    }

    /// <summary>Whether more of them began for a large object than for any other reason: then it is not the age of objects that begins them.</summary>
    internal static bool IsMostlyForLarge(DotNetTrace trace) =>
        IsMostlyForLarge([.. Own(trace).Where(collection => collection.Generation == 2)]);

    /// <summary>Those that the program asked for say nothing of how long its objects live.</summary>
    private static List<DotNetCollection> Own(DotNetTrace trace) => [.. trace.Collections.Where(collection => !collection.IsInduced)];

    private static int ForLarge(List<DotNetCollection> collections) => collections.Count(collection => collection.IsForLargeObject);

    private static bool IsMostlyForLarge(List<DotNetCollection> old) => ForLarge(old) * 2 > old.Count;

    private static string Number(int count) => count == 0 ? "none" : $"{count:N0}";

    private static IEnumerable<Evidence> Died(List<DotNetCollection> old)
    {
        var told = old.Where(collection => collection is { Before: not null, PromotedBytes: not null }).ToList();
        if (told.Count == 0)
            yield break;
        var died = told.Sum(collection => Math.Max(0, collection.Before![2] - collection.PromotedBytes![2]));
        var large = told.Sum(collection => Math.Max(0, collection.Before![3] - collection.PromotedBytes![3]));
        yield return new Evidence("died_bytes", died,
            $"found dead or free, as a mean of {(told.Count == old.Count ? "these" : $"{told.Count:N0} of these")} {old.Count:N0} collections: "
                + $"{Amount.Bytes(died / told.Count)} of generation 2 and {Amount.Bytes(large / told.Count)} of large objects");
    }
}
