using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <summary>What died in generation 2, in the explain document.</summary>
/// <param name="UntilSeconds">Null where no collection of generation 2 could be judged.</param>
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
    public required string Caller { get; init; }

    public required string Type { get; init; }

    public required string Heap { get; init; }

    public required long Samples { get; init; }

    public required double BytesPerSecond { get; init; }

    public required double LowBytesPerSecond { get; init; }

    public required double HighBytesPerSecond { get; init; }

    public required double MeanAgeSeconds { get; init; }

    public required string? Growth { get; init; }

    public required string? Sized { get; init; }

    public required string? Serialisation { get; init; }
}
