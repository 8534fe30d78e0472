namespace Lowtide.Recordings.History;

/// <summary>What a history has of a family at one time, one of these.</summary>
public sealed record PastMoment(DateTimeOffset At)
{
    /// <summary>The most within an hour.</summary>
    public long? PssBytes { get; init; }

    /// <summary>Of a worker, in the mean of a minute.</summary>
    public double? SharedBytes { get; init; }

    /// <summary>Workers that ended.</summary>
    public int Ends { get; init; }

    /// <summary>Processes that the kernel killed for memory.</summary>
    public int Kills { get; init; }

    /// <summary>Of a .NET runtime that was listened to, within an hour.</summary>
    public PastCollections? DotNet { get; init; }
}

/// <param name="Gen2Bytes">The most of generation 2; null where none was told.</param>
/// <param name="LargeBytes">Likewise of large objects.</param>
/// <param name="Gen2Collections">How many there were of generation 2.</param>
public sealed record PastCollections(long? Gen2Bytes, long? LargeBytes, int Gen2Collections);
