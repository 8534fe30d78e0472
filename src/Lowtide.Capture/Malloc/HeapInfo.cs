using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>The first words of an arena's heap (struct heap_info, malloc/arena.c), or of whatever else stands there.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct HeapInfo(ulong Arena, ulong Previous, ulong Size)
{
    /// <summary>Of the whole struct, before glibc 2.35.</summary>
    public const int LeastSize = 32;

    /// <summary>Of the heap that an address would lie in, used or not yet; null where none begins there, or that cannot be read.</summary>
    public static HeapInfo? Around(ulong address, IMemory memory)
    {
        var start = address & ~(GlibcLayout.HeapAlignment - 1);
        return memory.TryRead(start, out HeapInfo info) && info.IsOfHeap(start) ? info : null;
    }

    public bool IsOfHeap(ulong start) =>
        Size is > 0 and <= GlibcLayout.HeapAlignment && Size % Page.Size == 0
        && Previous % GlibcLayout.HeapAlignment == 0 && Arena % 16 == 0 && Arena % GlibcLayout.HeapAlignment is > 0 and < Page.Size
        && (Previous == 0) == (Arena - start < Page.Size);
}
