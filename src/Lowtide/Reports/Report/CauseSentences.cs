using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>What a family's copies come to, in sentences.</summary>
internal static class CauseSentences
{
    /// <summary>The largest cause, if it made most copies.</summary>
    public static string Result(FamilyCauses causes)
    {
        if (!causes.Matters)
            return $"Hardly anything that the workers inherited was copied: {Amount.Bytes(causes.Bytes)} a worker";
        var rows = causes.ByCause();
        var largest = rows[0];
        var of = $"{Amount.Bytes(largest.Bytes)} of the {Amount.Bytes(causes.Bytes)} that a worker copied, {Amount.Percent(largest.Share)}";
        return largest switch
        {
            { Share: <= 0.5 } => $"No cause made most of the {Amount.Bytes(causes.Bytes)} that a worker copied: "
                + string.Join(", ", rows.TakeWhile(row => row.Share >= 0.1).Select(row => $"{CauseNames.Of(row.Cause)} {Amount.Percent(row.Share)}")),
            { Cause: CopyCause.Collector } => $"The collector copied most: {of}",
            { Cause: CopyCause.ReferenceCount } => $"Reading copied most, by reference counts: {of}",
            { Cause: CopyCause.AllocatorReuse } => $"Memory freed and handed out again is most of the copies: {of}",
            { Cause: CopyCause.CacheFill } => $"The runtime's own caches are most of the copies: {of}",
            { Cause: CopyCause.PayloadWrite } => $"The program's own writes copied most: {of}",
            _ => $"What copied most cannot be told: {of}",
        };
    }

    /// <summary>
    /// Reference counts of code objects are what an engineer suspects first, since every call writes them; it was Instagram's first theory.
    /// It stands or falls by half of what was copied. Memory of no object may hold code objects too large to be told.
    /// </summary>
    public static IEnumerable<string> FirstTheory(FamilyCauses causes)
    {
        if (!causes.Matters)
            yield break;
        var types = causes.ByCause().SelectMany(cause => cause.Types, (cause, type) => (cause.Cause, type.Type, type.Bytes)).ToList();
        var code = types.Where(row => row.Type == "code").ToLookup(row => row.Cause, row => row.Bytes);
        var counted = code[CopyCause.ReferenceCount].Sum();
        var untold = code[CopyCause.Undecided].Sum() + types.Where(row => row.Type.Length == 0).Sum(row => row.Bytes);
        var (low, high) = (counted / (double)causes.Bytes, (counted + untold) / (double)causes.Bytes);
        var verdict = high < 0.5 ? "is refuted" : low > 0.5 ? "is confirmed" : "is neither refuted nor confirmed";
        var others = code.Where(cause => cause.Key is not (CopyCause.ReferenceCount or CopyCause.Undecided))
            .Select(cause => $"{CauseNames.Of(cause.Key)} {Amount.Bytes(cause.Sum())}").ToList();
        yield return $"The usual first theory, reference counts of code objects, {verdict}: "
            + $"they copied {Amount.Bytes(counted)} a worker, {Amount.Percent(low)} of it"
            + (untold == 0 ? "." : $"; at most {Amount.Percent(high)}, with all memory in which no object could be told.")
            + (others.Count == 0 ? "" : $" Code that something else copied: {string.Join(", ", others)}.");
    }
}
