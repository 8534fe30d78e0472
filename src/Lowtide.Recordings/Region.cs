namespace Lowtide.Recordings;

/// <summary>A stretch of a private mapping in which pages are: the memory that a fork shares until somebody writes.</summary>
/// <param name="Path">The mapped file for <see cref="MemoryPurpose.LibraryData"/>, else null.</param>
public sealed record Region(ulong Start, ulong End, MemoryPurpose Purpose, string? Path)
{
    public int Pages => checked((int)((End - Start) / Page.Size));
}

public static class Page
{
    /// <summary>x86-64's base page; Lowtide runs on no other architecture yet.</summary>
    public const int Size = 4096;
}
