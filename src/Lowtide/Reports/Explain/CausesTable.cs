using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Faults;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Explain;

/// <summary>Copied memory by cause, a worker's mean, and the types that stand there: one look refutes a wrong theory.</summary>
internal static class CausesTable
{
    public static IEnumerable<ReportBlock> Blocks(FamilyCauses? found, FamilySnapshot family)
    {
        if (found is not { Matters: true } causes)
            yield break;
        yield return TableBlock.Of("", ["copied by", ">a worker", ">of copies", "what stands there"], causes.ByCause().Select(cause =>
            (IReadOnlyList<string>)[CauseNames.Of(cause.Cause), Screen.Size(cause.Bytes), Amount.Percent(cause.Share), cause.Standing]));
        if (CopiedCodeLine.Of(family, causes) is { } code)
            yield return new TextBlock(null, code, []);
    }
}
