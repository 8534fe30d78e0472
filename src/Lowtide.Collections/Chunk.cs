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

    /// <summary>Log2 of the elements of <typeparamref name="T"/> in a chunk.</summary>
    /// <remarks>
    /// The exponent of a float that holds it exactly: the compiler folds that to a constant, in every version and mode. Its own Log2 it folds in some, and a
    /// row of comparisons is so long that a large loop calls it (the inliner's budget): a fifth of the time of taking out and adding again went there.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Shift<T>(int bytes) => (BitConverter.SingleToInt32Bits((bytes / Unsafe.SizeOf<T>()) | 1) >> 23) - 127;

    /// <summary>An array whose elements the caller writes before it reads them.</summary>
    internal static T[] New<T>(int length) => GC.AllocateUninitializedArray<T>(length);
}
