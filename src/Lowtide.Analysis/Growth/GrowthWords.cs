using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>What a course is of, in words that go on a sentence.</summary>
public static class GrowthWords
{
    public static string Series(GrowthSeriesKind of, DotNetTrace? collector) => (of, collector) switch
    {
        (GrowthSeriesKind.Live, not null) => "by what the collector found alive",
        (GrowthSeriesKind.Live, null) => "by what is in use by the heap's own account",
        (GrowthSeriesKind.Outside, _) => "by what is resident outside the heap",
        (GrowthSeriesKind.Free, _) => "by what the heap has and the program does not use",
        _ => "by RSS",
    };
}
