namespace Lowtide.Recordings;

/// <summary>Sampled objects that were followed from their allocation: those that died in generation 2, of which a large or pinned object is part.</summary>
/// <param name="Died">Most bytes first.</param>
/// <param name="UntilSeconds">The last collection of generation 2 that could be judged ended then; null where there was none, and nothing is known.</param>
/// <param name="Followed">Samples of all that were allocated.</param>
/// <param name="ReachedBytes">Estimated, of those that came into generation 2.</param>
/// <param name="NotJudged">Collections of any generation of which it is not sure that every survivor was told.</param>
/// <param name="LostSight">Samples that were not followed further for that.</param>
public sealed record DotNetDeaths(
    IReadOnlyList<DotNetDied> Died, double? UntilSeconds, long Followed, long ReachedBytes, int NotJudged, long LostSight);

/// <param name="Samples">Those seen to die.</param>
/// <param name="Bytes">What they stand for.</param>
/// <param name="MeanAgeSeconds">From the allocation to the end of the collection that found it dead.</param>
/// <param name="Stack">Of the allocation: index into <see cref="DotNetTrace.Stacks"/>.</param>
public sealed record DotNetDied(string Type, DotNetHeap Heap, long Samples, long Bytes, double MeanAgeSeconds, int? Stack);
