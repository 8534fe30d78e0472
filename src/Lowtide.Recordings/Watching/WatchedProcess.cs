namespace Lowtide.Recordings.Watching;

/// <summary>One process, by the place that it has in its family.</summary>
/// <param name="Slot"><see cref="Master"/>, or a number from 0 on: the lowest that was free when it came. So there are no more than ever served at
/// once.</param>
/// <param name="Memory">As last read.</param>
/// <param name="ReadAt">When PSS, shared and private memory were read; null before the first time. RSS is of the look.</param>
public sealed record WatchedProcess(string Slot, int Pid, long StartTicks, MemoryUse Memory, DateTimeOffset? ReadAt)
{
    public const string Master = "master";

    /// <summary>The latest attempt told nothing but its RSS: what else is known of it is of before.</summary>
    public bool IsUnreadable { get; init; }

    /// <summary>Of a processor, since the look before; null at the first.</summary>
    public double? Busy { get; init; }
}
