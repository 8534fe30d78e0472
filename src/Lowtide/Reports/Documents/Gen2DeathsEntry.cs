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
        [.. Gen2Death.All(trace).Select(death => new Gen2DeathEntry(
            death.Caller, death.Type, JsonWord.Of(death.Heap), death.Samples, death.BytesPerSecond, death.Low, death.High, death.MeanAgeSeconds,
            death.Work.Growth, death.Work.Sized, death.Work.Serialisation))]);
}

internal sealed record Gen2DeathEntry(
    string Caller, string Type, string Heap, long Samples, double BytesPerSecond, double LowBytesPerSecond, double HighBytesPerSecond,
    double MeanAgeSeconds, string? Growth, string? Sized, string? Serialisation);
