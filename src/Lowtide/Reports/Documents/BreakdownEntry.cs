using System.Text.Json.Serialization;
using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <param name="Process">Its pid.</param>
/// <param name="PssBytes">The kernel's, of the same look.</param>
/// <param name="Parts">They sum to pss_bytes; what is shared counts at one rate for all parts, and other is what is left.</param>
internal sealed record BreakdownEntry([AtLeast(1)] int Process, long PssBytes, IReadOnlyList<BreakdownPart> Parts)
{
    [JsonIgnore]
    public required IReadOnlyList<MemoryShare> Shares { get; init; }

    /// <returns>Null where no member's memory could be told.</returns>
    public static IReadOnlyList<BreakdownEntry>? All(FamilySnapshot family)
    {
        var entries = new List<BreakdownEntry>();
        foreach (var member in family.Members)
            if (MemoryBreakdown.Of(member) is { } shares)
                entries.Add(new BreakdownEntry(
                    member.Process.Pid,
                    member.Memory.PssBytes!.Value,
                    [.. shares.Select(share => new BreakdownPart(JsonWord.Of(share.Kind), share.Bytes))])
                {
                    Shares = shares,
                });
        return entries.Count == 0 ? null : entries;
    }
}

internal sealed record BreakdownPart([Words(typeof(MemoryShareKind))] string Kind, [Signed] long Bytes);
