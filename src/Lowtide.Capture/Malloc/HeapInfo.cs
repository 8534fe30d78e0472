using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>The first words of an arena's heap (struct heap_info, malloc/arena.c), or of whatever else stands there.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct HeapInfo(ulong Arena, ulong Previous, ulong Size)
{
    /// <summary>Of the whole struct, before glibc 2.35.</summary>
    public const int LeastSize = 32;

    public bool IsOfHeap(ulong start) =>
        Size is > 0 and <= GlibcLayout.HeapAlignment && Size % Page.Size == 0
        && Previous % GlibcLayout.HeapAlignment == 0 && Arena % 16 == 0 && Arena % GlibcLayout.HeapAlignment is > 0 and < Page.Size
        && (Previous == 0) == (Arena - start < Page.Size);
}
