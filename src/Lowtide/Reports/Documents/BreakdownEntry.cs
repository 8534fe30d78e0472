using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <param name="Process">Its pid.</param>
/// <param name="PssBytes">The kernel's, of the same look.</param>
/// <param name="Parts">They sum to pss_bytes; what is shared counts at one rate for all parts, and other is what is left.</param>
internal sealed record BreakdownEntry([AtLeast(1)] int Process, long PssBytes, IReadOnlyList<BreakdownPart> Parts)
{
    public static BreakdownEntry Of(MemberMemory told) => new(
        told.Member.Process.Pid,
        told.Member.Memory.PssBytes!.Value,
        [.. told.Shares.Select(share => new BreakdownPart(JsonWord.Of(share.Kind), share.Bytes))]);
}

internal sealed record BreakdownPart([Words(typeof(MemoryShareKind))] string Kind, [Signed] long Bytes);
