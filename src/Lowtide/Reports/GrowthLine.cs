using Lowtide.Analysis;
using Lowtide.Analysis.Growth;

namespace Lowtide.Reports;

/// <summary>How memory went where that is no finding: it has settled, or it rose and nobody can tell yet how it goes on.</summary>
internal static class GrowthLine
{
    /// <summary>Null where it is a finding, where it is too early and nothing rose that matters, and of a live look.</summary>
    public static string? Of(Explanation explanation) => explanation.Growth switch
    {
        { Course: { Shape: GrowthShape.Settled, Fitted: var fitted } } growth => Settled(growth, fitted[^1].Seconds - fitted[0].Seconds, explanation),
        { Course.Shape: GrowthShape.TooEarly } growth when growth.RoseMuch(explanation.Family) => Rose(growth, explanation),
        _ => null,
    };

    private static string Settled(JoinedGrowth growth, double seconds, Explanation explanation) =>
        $"memory of a serving process has settled, over {Amount.Time(seconds)}, {GrowthWords.Series(growth.Of, explanation.DotNet)}"
            + (growth.Of == GrowthSeriesKind.Live && growth.RoseMuch(explanation.Family)
                ? $"; RSS rose by {Amount.Bytes((long)growth.ResidentRise)}, which its heap took as room" : "");

    private static string Rose(JoinedGrowth growth, Explanation explanation)
    {
        var parts = explanation.Origin is { ResidentBytes: > 0 } origin ? string.Join(", ", Parts(origin)) : "";
        return $"memory of {(explanation.Family.Workers.Count == 0 ? "the process" : "a worker")} rose by {Amount.Bytes(growth.Rose(explanation.Origin))} in "
            + $"{Amount.Time(explanation.Recorded!.Seconds)} (RSS){(parts.Length > 0 ? $": {parts}" : "")}. "
            + "Whether it goes on cannot be told yet; what that takes is said at the end";
    }

    /// <summary>What changed by less is not worth its words.</summary>
    private static IEnumerable<string> Parts(GrowthOrigin origin) =>
        origin.Parts.Where(part => Math.Abs(part.Bytes) >= Amount.MiB).Select(part => $"{Amount.Change(part.Bytes)} {part.Where}");
}
