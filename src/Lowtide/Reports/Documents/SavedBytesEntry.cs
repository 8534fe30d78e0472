using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <summary>Drop in the family's summed PSS, at least and at most; below 0 where it may rise.</summary>
internal sealed record SavedBytesEntry([Signed] long Low, [Signed] long High)
{
    public static SavedBytesEntry? Of(Saving? saving) => saving is null ? null : new(saving.LowBytes, saving.HighBytes);
}
