namespace Lowtide.Recordings;

/// <summary>
/// Where a result was had. It stays with the result because remedies have broken on one kind of
/// machine only: Instagram's roll-out failed on its oldest CPUs and nowhere else.
/// </summary>
/// <param name="CpuCaches">One text a cache level, as the kernel names it: "L3 Unified 32768K".</param>
public sealed record Host(
    string Kernel,
    string? CpuModel,
    [AtLeast(1)] int Cpus,
    IReadOnlyList<string> CpuCaches,
    long? MemoryBytes,
    long? AvailableBytes,
    string ProgramVersion)
{
    /// <summary>Whether the kernel's thread that merges equal pages is on; null where it has none, or where that was not read.</summary>
    public bool? KsmdOn { get; init; }
}
