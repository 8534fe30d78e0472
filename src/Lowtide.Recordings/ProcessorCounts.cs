namespace Lowtide.Recordings;

/// <summary>What the processors counted of a server's processes, the kernel's work for them included.</summary>
/// <param name="Instructions">Retired.</param>
/// <param name="CacheMisses">Of the last level, as the kernel's generic event has it for this processor.</param>
/// <param name="Why">Why some of these are null; null where none is.</param>
public sealed record ProcessorCounts([Signed] long? Instructions, [Signed] long? Cycles, [Signed] long? CacheMisses, string? Why)
{
    public ProcessorCounts Since(ProcessorCounts earlier) =>
        new(Instructions - earlier.Instructions, Cycles - earlier.Cycles, CacheMisses - earlier.CacheMisses, Why ?? earlier.Why);
}
