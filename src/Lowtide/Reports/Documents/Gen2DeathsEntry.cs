using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Documents;

/// <summary>What died in generation 2, in the explain document.</summary>
/// <param name="UntilSeconds">The end of the last collection of generation 2 that could be judged; null where there was none.</param>
/// <param name="Followed">Samples of allocations.</param>
/// <param name="ReachedBytes">Estimated, that came into generation 2.</param>
/// <param name="NotJudged">Collections of which the runtime did not tell every survivor.</param>
/// <param name="LostSight">Samples that were not followed further for that.</param>
/// <param name="Died">Most bytes first.</param>
internal sealed record Gen2DeathsEntry(
    double? UntilSeconds, long Followed, long ReachedBytes, int NotJudged, long LostSight, IReadOnlyList<Gen2DeathEntry> Died)
{
    public static Gen2DeathsEntry? Of(DotNetTrace trace) => trace.Deaths is not { } deaths ? null : new Gen2DeathsEntry(
        deaths.UntilSeconds, deaths.Followed, deaths.ReachedBytes, deaths.NotJudged, deaths.LostSight,
        [.. Gen2Death.All(trace).Select(death => new Gen2DeathEntry
        {
            Caller = death.Caller,
            Type = death.Type,
            Heap = JsonWord.Of(death.Heap),
            Samples = death.Samples,
            BytesPerSecond = death.BytesPerSecond,
            LowBytesPerSecond = death.Low,
            HighBytesPerSecond = death.High,
            MeanAgeSeconds = death.MeanAgeSeconds,
            Growth = death.Work.Growth,
            Sized = death.Work.Sized,
            Serialisation = death.Work.Serialisation,
        })]);
}

internal sealed record Gen2DeathEntry
{
    /// <summary>The innermost method of the program that allocated it.</summary>
    public required string Caller { get; init; }

    public required string Type { get; init; }

    [Words(typeof(DotNetHeap), OrOther = true)]
    public required string Heap { get; init; }

    /// <summary>Seen to die.</summary>
    public required long Samples { get; init; }

    /// <summary>At least, by what they stand for.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>Of the 95% interval by the number of samples.</summary>
    public required double LowBytesPerSecond { get; init; }

    public required double HighBytesPerSecond { get; init; }

    /// <summary>As it was found dead.</summary>
    public required double MeanAgeSeconds { get; init; }

    /// <summary>What grew; null where nothing is known to.</summary>
    public required string? Growth { get; init; }

    /// <summary>Which collection was made at its capacity; where one was, growth is null.</summary>
    public required string? Sized { get; init; }

    /// <summary>What filled it; null likewise.</summary>
    public required string? Serialisation { get; init; }
}
