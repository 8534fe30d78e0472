using Lowtide.Analysis.Growth;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Alerts;

/// <summary>How a family's memory went over days, as alerts ask for it.</summary>
/// <param name="LowBytesASecond">Of one serving process: the least that the rate may be, at 95%; null where it does not rise by a line.</param>
/// <param name="LevelBytes">What one holds in the mean.</param>
/// <param name="IsFreed">What rises is what the program has freed and its heap keeps.</param>
public sealed record FamilyGrowth(GrowthShape Shape, double? LowBytesASecond, double LevelBytes, bool IsFreed)
{
    private const double Day = 86_400;

    /// <summary>By how much of what it holds a process grows in a day, at least; 0 where it does not, null where that is not told yet.</summary>
    public double? ShareADay => Shape switch
    {
        GrowthShape.TooEarly => null,
        GrowthShape.Linear => Math.Max(0, LowBytesASecond ?? 0) * Day / LevelBytes,
        _ => 0,
    };

    /// <returns>Null without samples.</returns>
    public static FamilyGrowth? Of(Recording recording)
    {
        var growth = FamilySeries.Growth(recording);
        return growth.Points.Count == 0 ? null : new FamilyGrowth(
            growth.Course.Shape,
            growth.Course.BytesASecond - growth.Course.Margin,
            growth.Points.Average(point => point.Bytes),
            growth.Of == GrowthSeriesKind.Free || Place(recording) is GrowthPlace.FreeKept or GrowthPlace.RubyFree);
    }

    /// <summary>Null where nobody looked into it page by page.</summary>
    private static GrowthPlace? Place(Recording recording) => recording.Snapshots.Count > 0 ? GrowthOrigin.Of(recording)?.Place : null;
}
