namespace Lowtide.Trials.Runs;

/// <summary>The family's memory at one moment of a run.</summary>
/// <param name="Seconds">Since the server was ready.</param>
/// <param name="PssBytes">Summed over the family. Where reading all of it each second would cost too much, it holds what was last read of
/// some members. Null if one has not been read at all.</param>
/// <param name="Workers">That there were at that moment.</param>
internal sealed record MemoryPoint(double Seconds, long? PssBytes, int Workers)
{
    /// <summary>Of those workers that were read at that moment, private memory of the largest; null where none was, and in runs from before it was
    /// kept.</summary>
    public long? LargestWorkerPrivateBytes { get; init; }
}
