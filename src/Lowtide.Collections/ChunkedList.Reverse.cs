using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Lowtide.Collections;

public partial class ChunkedList<T>
{
    /// <summary>Reverses the order of the elements.</summary>
    public void Reverse() => Reverse(0, Count);

    /// <summary>Reverses the order of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ArgumentException">The range is not within the list.</exception>
    public void Reverse(int index, int count)
    {
        CheckRange(index, count);
        var (low, high) = (index, index + count);
        while (low >>> Shift != (high - 1) >>> Shift && high - low > 1)
        {
            // As much as lies in one chunk at both ends.
            var run = Math.Min(ChunkLength - (low & Mask), ((high - 1) & Mask) + 1);
            run = Math.Min(run, (high - low) / 2);
            SwapTurned(_chunks[low >>> Shift].AsSpan(low & Mask, run), _chunks[(high - 1) >>> Shift].AsSpan((high - run) & Mask, run));
            low += run;
            high -= run;
        }
        if (high - low > 1)
            _chunks[low >>> Shift].AsSpan(low & Mask, high - low).Reverse();
        _version++;
    }

    /// <summary>Swaps the first of the one with the last of the other, the second with the last but one, and so on. They are of one length.</summary>
    private static void SwapTurned(Span<T> lows, Span<T> highs)
    {
        var done = 0;
        if (Vector128.IsHardwareAccelerated && !RuntimeHelpers.IsReferenceOrContainsReferences<T>() && lows.Length == highs.Length)
        {
            if (Unsafe.SizeOf<T>() == sizeof(uint))
                done = SwapTurned(ref FirstAs<uint>(lows), ref FirstAs<uint>(highs), lows.Length);
            else if (Unsafe.SizeOf<T>() == sizeof(ulong))
                done = SwapTurned(ref FirstAs<ulong>(lows), ref FirstAs<ulong>(highs), lows.Length);
        }
        for (var i = done; i < lows.Length; i++)
            (lows[i], highs[highs.Length - 1 - i]) = (highs[highs.Length - 1 - i], lows[i]);
    }

    /// <returns>How many are done, from the beginning of the one and the end of the other.</returns>
    private static int SwapTurned(ref uint lows, ref uint highs, int count)
    {
        var done = 0;
        for (; Vector256.IsHardwareAccelerated && count - done >= Vector256<uint>.Count; done += Vector256<uint>.Count)
        {
            var (low, high) = (Vector256.LoadUnsafe(ref lows, (nuint)done), Vector256.LoadUnsafe(ref highs, (nuint)(count - done - Vector256<uint>.Count)));
            Vector256.Shuffle(high, Vector256.Create(7u, 6u, 5u, 4u, 3u, 2u, 1u, 0u)).StoreUnsafe(ref lows, (nuint)done);
            Vector256.Shuffle(low, Vector256.Create(7u, 6u, 5u, 4u, 3u, 2u, 1u, 0u)).StoreUnsafe(ref highs, (nuint)(count - done - Vector256<uint>.Count));
        }
        for (; count - done >= Vector128<uint>.Count; done += Vector128<uint>.Count)
        {
            var (low, high) = (Vector128.LoadUnsafe(ref lows, (nuint)done), Vector128.LoadUnsafe(ref highs, (nuint)(count - done - Vector128<uint>.Count)));
            Vector128.Shuffle(high, Vector128.Create(3u, 2u, 1u, 0u)).StoreUnsafe(ref lows, (nuint)done);
            Vector128.Shuffle(low, Vector128.Create(3u, 2u, 1u, 0u)).StoreUnsafe(ref highs, (nuint)(count - done - Vector128<uint>.Count));
        }
        return done;
    }

    /// <inheritdoc cref="SwapTurned(ref uint, ref uint, int)"/>
    private static int SwapTurned(ref ulong lows, ref ulong highs, int count)
    {
        var done = 0;
        for (; Vector256.IsHardwareAccelerated && count - done >= Vector256<ulong>.Count; done += Vector256<ulong>.Count)
        {
            var (low, high) = (Vector256.LoadUnsafe(ref lows, (nuint)done), Vector256.LoadUnsafe(ref highs, (nuint)(count - done - Vector256<ulong>.Count)));
            Vector256.Shuffle(high, Vector256.Create(3ul, 2ul, 1ul, 0ul)).StoreUnsafe(ref lows, (nuint)done);
            Vector256.Shuffle(low, Vector256.Create(3ul, 2ul, 1ul, 0ul)).StoreUnsafe(ref highs, (nuint)(count - done - Vector256<ulong>.Count));
        }
        for (; count - done >= Vector128<ulong>.Count; done += Vector128<ulong>.Count)
        {
            var (low, high) = (Vector128.LoadUnsafe(ref lows, (nuint)done), Vector128.LoadUnsafe(ref highs, (nuint)(count - done - Vector128<ulong>.Count)));
            Vector128.Shuffle(high, Vector128.Create(1ul, 0ul)).StoreUnsafe(ref lows, (nuint)done);
            Vector128.Shuffle(low, Vector128.Create(1ul, 0ul)).StoreUnsafe(ref highs, (nuint)(count - done - Vector128<ulong>.Count));
        }
        return done;
    }

    private static ref TWord FirstAs<TWord>(Span<T> span) => ref Unsafe.As<T, TWord>(ref MemoryMarshal.GetReference(span));
}
