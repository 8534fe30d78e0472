using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Growth;

namespace Lowtide.Reports.Words;

/// <summary>How memory went where that is no finding: it has settled, or it rose and nobody can tell yet how it goes on.</summary>
internal static class GrowthLine
{
    /// <summary>Null where it is a finding, where it is too early and nothing rose that matters, and of a live look.</summary>
    public static string? Of(Diagnosis diagnosis) => diagnosis.Growth switch
    {
        { Course: { Shape: GrowthShape.Settled, Fitted: var fitted } } growth => Settled(growth, fitted[^1].Seconds - fitted[0].Seconds, diagnosis),
        { Course.Shape: GrowthShape.TooEarly } growth when growth.RoseMuch(diagnosis.Family) => Rose(growth, diagnosis),
        _ => null,
    };

    private static string Settled(JoinedGrowth growth, double seconds, Diagnosis diagnosis) =>
        $"memory of a serving process has settled, over {Amount.Time(seconds)}, {GrowthWords.Series(growth.Of, diagnosis.DotNet)}"
            + (growth.Of == GrowthSeriesKind.Live && growth.RoseMuch(diagnosis.Family)
                ? $"; RSS rose by {Amount.Bytes((long)growth.ResidentRise)}, which its heap took as room" : "");

    private static string Rose(JoinedGrowth growth, Diagnosis diagnosis)
    {
        var parts = diagnosis.Origin is { ResidentBytes: > 0 } origin ? string.Join(", ", Parts(origin)) : "";
        return $"memory of {(diagnosis.Family.Workers.Count == 0 ? "the process" : "a worker")} rose by {Amount.Bytes(growth.Rose(diagnosis.Origin))} in "
            + $"{Amount.Time(diagnosis.Recorded!.Seconds)} (RSS){(parts.Length > 0 ? $": {parts}" : "")}. "
            + "Whether it goes on cannot be told yet"
            + (diagnosis.CouldNotRead.FirstOrDefault(missing => missing.Code == GrowingMemory.FindingId)?.Mend is { } longer ? $": {longer}" : "");
    }

    /// <summary>What changed by less is not worth its words.</summary>
    private static IEnumerable<string> Parts(GrowthOrigin origin) =>
        origin.Parts.Where(part => part.Bytes >= Amount.MiB).Select(part => $"{Amount.Change(part.Bytes)} {part.Where}");
}
