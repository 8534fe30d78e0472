using System.Diagnostics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Growth;

/// <summary>What a course is called and what it is of, in words of a sentence.</summary>
public static class GrowthWords
{
    /// <summary>Of memory that goes so; too early is no way to go.</summary>
    public static string Verb(GrowthShape shape) => shape switch
    {
        GrowthShape.Settled => "has settled",
        GrowthShape.Plateau => "rises ever more slowly",
        GrowthShape.Linear => "rises steadily",
        GrowthShape.Steps => "rises in steps",
        _ => throw new UnreachableException($"no memory goes {shape}"),
    };

    /// <summary>Of memory that may be so, by which nobody has yet seen what it does.</summary>
    public static string Guess(GrowthShape shape) => shape switch
    {
        GrowthShape.Settled => "settled",
        GrowthShape.Plateau => "on its way to a plateau",
        GrowthShape.Linear => "rising steadily",
        GrowthShape.Steps => "rising in steps",
        _ => throw new UnreachableException($"no memory goes {shape}"),
    };

    public static string Series(GrowthSeriesKind of, DotNetTrace? collector) => (of, collector) switch
    {
        (GrowthSeriesKind.Live, not null) => "by what the collector found alive",
        (GrowthSeriesKind.Live, null) => "by what is in use by the heap's own account",
        (GrowthSeriesKind.Outside, _) => "by what is resident outside the heap",
        (GrowthSeriesKind.Free, _) => "by what the heap has and the program does not use",
        _ => "by RSS",
    };
}
