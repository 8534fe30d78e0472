using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lowtide.Collections;

/// <summary>
/// Hashes strings without the process's random seed, which costs twice as much. Who knows a hash can make keys that collide, so a
/// table that finds too many in one bucket goes over to the comparer with the seed, as the framework's tables do.
/// </summary>
internal sealed class SeedlessStrings : IEqualityComparer<string?>
#if NET9_0_OR_GREATER
    , IAlternateEqualityComparer<ReadOnlySpan<char>, string?>
#endif
{
    /// <summary>As the framework's (HashHelpers.HashCollisionThreshold). By chance it does not happen: chains are of one entry in the mean.</summary>
    internal const int MostInBucket = 100;

    // An odd number whose bits look random: those of the golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
    private const ulong Factor = 0x9E3779B97F4A7C15;

    // And those of the square root of two.
    private const ulong OtherFactor = 0x6A09E667F3BCC909;
    private const int CharsAtOnce = sizeof(ulong) / sizeof(char);

    [SuppressMessage("Design", "MA0024", Justification = "The very object that a table is given where nobody names a comparer.")]
    private static readonly SeedlessStrings Default = new(EqualityComparer<string?>.Default);
    private static readonly SeedlessStrings Ordinal = new(StringComparer.Ordinal);

    private SeedlessStrings(IEqualityComparer<string?> known) => Known = known;

    /// <summary>The comparer that it stands for: it finds the same strings equal.</summary>
    internal IEqualityComparer<string?> Known { get; }

    /// <summary>One that finds equal what <paramref name="comparer"/> does and hashes quicker, if there is one.</summary>
    internal static IEqualityComparer<T> InsteadOf<T>(IEqualityComparer<T> comparer) =>
        ReferenceEquals(comparer, Default.Known) ? (IEqualityComparer<T>)(object)Default
        : ReferenceEquals(comparer, Ordinal.Known) ? (IEqualityComparer<T>)(object)Ordinal
        : comparer;

    public bool Equals(string? x, string? y) => string.Equals(x, y);

    public int GetHashCode(string? text) => text is null ? 0 : Hash(text);

#if NET9_0_OR_GREATER
    public bool Equals(ReadOnlySpan<char> text, string? other) => other is not null && text.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<char> text) => Hash(text);

    public string Create(ReadOnlySpan<char> text) => text.ToString();
#endif

    /// <summary>
    /// Eight characters at once: each four are multiplied by a number. What comes of each eight is rotated and added up, so that no
    /// multiplication waits for the one before. The last eight may have been read before.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Hash(ReadOnlySpan<char> text)
    {
        var length = (nuint)text.Length;
        ref var bytes = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(text));
        if (length < CharsAtOnce)
            return Half(Mixed(Few(text), length));
        var sum = (ulong)length;
        if (length < 2 * CharsAtOnce)
            return Half(sum + Mixed(Word(ref bytes, 0), Word(ref bytes, length - CharsAtOnce)));
        var last = length - (2 * CharsAtOnce);
        for (nuint at = 0; at < last; at += 2 * CharsAtOnce)
            sum = BitOperations.RotateLeft(sum, 5) + Mixed(Word(ref bytes, at), Word(ref bytes, at + CharsAtOnce));
        return Half(BitOperations.RotateLeft(sum, 5) + Mixed(Word(ref bytes, last), Word(ref bytes, last + CharsAtOnce)));
    }

    private static ulong Few(ReadOnlySpan<char> text)
    {
        ulong sum = 0;
        foreach (var one in text)
            sum = (sum << 16) | one;
        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref byte bytes, nuint at) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref bytes, at * sizeof(char)));

    // Each half with a number of its own: else two that change places would be hashed alike. Only low halves of products: NativeAOT reckons
    // the high ones by software for the oldest processor that it supports.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mixed(ulong one, ulong other) => (one * Factor) + BitOperations.RotateLeft(other * OtherFactor, 32);

    // The lowest bits of a product know the lowest bits alone of what was multiplied: high ones are folded in, multiplied, and the high half taken.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Half(ulong sum) => (int)(((sum ^ (sum >> 32)) * Factor) >> 32);
}
