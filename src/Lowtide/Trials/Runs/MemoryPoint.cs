namespace Lowtide.Trials.Runs;

/// <summary>The memory of all that a run started, at one moment.</summary>
/// <param name="Seconds">Since the server was ready.</param>
/// <param name="PssBytes">Where reading all of it each second would cost too much, it holds what was last read of some processes. Null if one has not
/// been read at all.</param>
/// <param name="Workers">Of the family that serves.</param>
internal sealed record MemoryPoint(double Seconds, long? PssBytes, int Workers)
{
    /// <summary>As <see cref="PssBytes"/>.</summary>
    public long? PrivateBytes { get; init; }

    /// <summary>Of those workers that were read at that moment, private memory of the largest; null where none was.</summary>
    public long? LargestWorkerPrivateBytes { get; init; }
}
