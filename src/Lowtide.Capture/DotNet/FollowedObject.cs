using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>A sampled object, from its allocation to its death.</summary>
/// <param name="bytes">Of allocations that it stands for.</param>
/// <param name="at">Seconds from the trace's beginning.</param>
internal sealed class FollowedObject(string type, DotNetHeap heap, int? stack, ulong address, double bytes, double at)
{
    public string Type => type;

    public DotNetHeap Heap => heap;

    public int? Stack => stack;

    public double At => at;

    public double Bytes { get; set; } = bytes;

    public bool IsFollowed { get; set; } = true;

    public ulong Address { get; set; } = address;

    /// <summary>Of large and pinned ones 2: they are collected with it.</summary>
    public int Generation { get; set; } = heap == DotNetHeap.Small ? 0 : 2;
}
