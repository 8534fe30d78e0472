using Lowtide.Analysis.Growth;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>How the memory of a serving process went.</summary>
/// <param name="Series">Of what that was told: all that is resident, where the heap gave no account over time; else what the program holds by its
/// heap's account, what is resident outside that heap, or what the heap has and the program does not use.</param>
/// <param name="RiseBytes">From the least to the most of the course that fits best, without the daily load; null where it is too early to
/// tell.</param>
/// <param name="BytesPerSecond">Of a linear course; null of others.</param>
/// <param name="BytesPerSecondError">Standard error of that.</param>
/// <param name="WatchSeconds">How long to watch in all until there can be an answer; null where there is one.</param>
/// <param name="Why">Why it is too early to tell; null where it is not.</param>
internal sealed record GrowthEntry(
    [Words(typeof(GrowthShape))] string Shape,
    [Words(typeof(GrowthSeriesKind))] string Series,
    double? RiseBytes,
    [Signed] double? BytesPerSecond,
    double? BytesPerSecondError,
    double? WatchSeconds,
    string? Why)
{
    public static GrowthEntry? Of(JoinedGrowth? judged) => judged?.Course is not { } growth ? null : new GrowthEntry(
        JsonWord.Of(growth.Shape), JsonWord.Of(judged.Of), growth.RiseBytes, growth.BytesASecond, growth.Error, growth.WatchSeconds, growth.Why);
}
