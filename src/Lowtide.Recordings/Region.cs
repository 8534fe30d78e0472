namespace Lowtide.Recordings;

/// <summary>What a mapping is for, as far as it can be told from outside.</summary>
public enum RegionPurpose
{
    Anonymous,
    MallocHeap,
    MallocArena,
    Stack,
    LibraryData,
}

/// <summary>One private, writable or once-written mapping: the memory that a fork shares until somebody writes.</summary>
/// <param name="Path">The mapped file for <see cref="RegionPurpose.LibraryData"/>, else null.</param>
public sealed record Region(ulong Start, ulong End, RegionPurpose Purpose, string? Path)
{
    public int Pages => checked((int)((End - Start) / Page.Size));
}

public static class Page
{
    /// <summary>x86-64's base page; Lowtide runs on no other architecture yet.</summary>
    public const int Size = 4096;
}
