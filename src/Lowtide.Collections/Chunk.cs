using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>How long a chunk is: a power of two, so that a shift and a mask find an element.</summary>
/// <remarks>
/// An array of 85,000 bytes or more goes to the large object heap; the limit can be raised but not lowered (GCLOHThreshold). The
/// runtime refuses array elements of 64 KiB and more, so a chunk of one element is small as well.
/// </remarks>
internal static class Chunk
{
    /// <summary>Bytes of a list's chunk at most. Small enough that the last, partly filled one wastes little.</summary>
    internal const int ListBytes = 16 * 1024;

    /// <summary>Bytes of a chunk of a set's or dictionary's entries at most.</summary>
    internal const int EntryBytes = 64 * 1024;

    /// <summary>Log2 of the elements of <typeparamref name="T"/> in a chunk. The compiler folds it to a constant: its own Log2 it folds only in some versions.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Shift<T>(int bytes)
    {
        var fit = bytes / Unsafe.SizeOf<T>();
        return fit >= 1 << 16 ? 16
            : fit >= 1 << 15 ? 15
            : fit >= 1 << 14 ? 14
            : fit >= 1 << 13 ? 13
            : fit >= 1 << 12 ? 12
            : fit >= 1 << 11 ? 11
            : fit >= 1 << 10 ? 10
            : fit >= 1 << 9 ? 9
            : fit >= 1 << 8 ? 8
            : fit >= 1 << 7 ? 7
            : fit >= 1 << 6 ? 6
            : fit >= 1 << 5 ? 5
            : fit >= 1 << 4 ? 4
            : fit >= 1 << 3 ? 3
            : fit >= 1 << 2 ? 2
            : fit >= 1 << 1 ? 1
            : 0;
    }

    /// <summary>An array whose elements the caller writes before it reads them.</summary>
    internal static T[] New<T>(int length) => GC.AllocateUninitializedArray<T>(length);
}
